package org.filbert.jobs.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.util.SerializedThrowable;
import org.filbert.cache.FullDisk;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.train.forecast.OutOfMemoryByPlanException;

/** An exception and its causes. */
public final class Causes {
  private Causes() {}

  /**
   * The exception and its causes. Flink serializes exceptions between processes; they are
   * deserialized here where possible.
   */
  public static List<Throwable> of(Throwable exception) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable cause = exception; cause != null; ) {
      Throwable original =
          cause instanceof SerializedThrowable packed
              ? packed.deserializeError(Causes.class.getClassLoader())
              : cause;
      causes.add(original);
      cause = original.getCause() != null ? original.getCause() : cause.getCause();
    }
    return causes;
  }

  /**
   * Why a training of these data or settings is refused, if that is the reason. A full disk is none
   * of theirs.
   */
  public static Optional<String> refusal(Throwable exception) {
    List<Throwable> causes = of(exception);
    if (causes.stream().anyMatch(FullDisk::caused)) {
      return Optional.empty();
    }
    return causes.stream()
        .filter(
            cause ->
                cause instanceof UserErrorException || cause instanceof OutOfMemoryByPlanException)
        .map(cause -> String.valueOf(cause.getMessage()))
        .findFirst();
  }
}
