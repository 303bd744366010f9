package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.util.SerializedThrowable;
import org.filbert.connectors.BadInputException;
import org.filbert.data.DataException;
import org.filbert.jobs.config.ConfigException;
import org.filbert.jobs.datasets.DataSetException;
import org.filbert.jobs.process.ClusterException;
import org.filbert.operators.loop.UserErrorException;
import org.filbert.store.ModelStoreException;
import org.filbert.train.OutOfMemoryByPlanException;
import org.jspecify.annotations.Nullable;

/** How a command ended badly: by something the user can put right, or by a fault. */
record Failure(Exception exception) {
  private static final int UNEXPECTED = 1;
  private static final int USER_ERROR = 2;

  /** Exceptions with messages for users, however deep a failed job has wrapped them. */
  private static final Set<Class<? extends Exception>> USER_ERRORS =
      Set.of(
          ConfigException.class,
          BadInputException.class,
          DataException.class,
          UserErrorException.class,
          OutOfMemoryByPlanException.class,
          ModelStoreException.class,
          ClusterException.class,
          DataSetException.class);

  /** Prints the message and gives the exit code. */
  int report(PrintWriter err, boolean debug) {
    Throwable userError = userError();
    if (userError != null) {
      err.println("error: " + userError.getMessage());
    } else {
      err.println("error: unexpected " + rootCause() + (debug ? "" : " (--debug prints the rest)"));
    }
    if (debug) {
      exception.printStackTrace(err);
    }
    err.flush();
    return userError != null ? USER_ERROR : UNEXPECTED;
  }

  private @Nullable Throwable userError() {
    if (exception instanceof IllegalArgumentException) {
      return exception;
    }
    for (Throwable cause = exception; cause != null; cause = original(cause).getCause()) {
      Throwable candidate = original(cause);
      if (USER_ERRORS.stream().anyMatch(type -> type.isInstance(candidate))) {
        return candidate;
      }
    }
    return null;
  }

  /** What everything else only wraps, in one line. */
  private String rootCause() {
    Throwable root = original(exception);
    while (root.getCause() != null) {
      root = original(root.getCause());
    }
    String message = root.getMessage();
    String name =
        root instanceof SerializedThrowable packed
            ? packed.getOriginalErrorClassName()
            : root.getClass().getName();
    String text =
        message == null ? name : message.startsWith(name) ? message : name + ": " + message;
    return text.lines().map(String::strip).collect(Collectors.joining(" "));
  }

  /** The exception that Flink has packed for the way between its processes. */
  private static Throwable original(Throwable cause) {
    return cause instanceof SerializedThrowable packed
        ? packed.deserializeError(Failure.class.getClassLoader())
        : cause;
  }
}
