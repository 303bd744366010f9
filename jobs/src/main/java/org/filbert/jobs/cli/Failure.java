package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.messages.FlinkJobNotFoundException;
import org.apache.flink.util.SerializedThrowable;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.UnwritableException;
import org.filbert.data.DataException;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.datasets.DataSetException;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.run.Causes;
import org.filbert.jobs.run.RunFailedException;
import org.filbert.jobs.run.StoppedException;
import org.filbert.linalg.UnpackingException;
import org.filbert.operators.loop.spec.RepeatedFailureException;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.store.ModelStoreException;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.jspecify.annotations.Nullable;

/** The failure of a command: an error that the user can correct, or a fault. */
record Failure(Exception exception) {
  static final int UNEXPECTED = 1;

  private static final int USER_ERROR = 2;

  /** A JobManager's answer has the name of what it threw. */
  private static final String UNKNOWN_JOB = FlinkJobNotFoundException.class.getName();

  /** A line of the stack trace that a JobManager's answer has in its message. */
  private static final Pattern FRAME = Pattern.compile("\\s+at [\\w.$/<>@-]+\\(.*\\)");

  /** Exceptions whose messages are for users. They are found in any depth of causes. */
  private static final Set<Class<? extends Exception>> USER_ERRORS =
      Set.of(
          ConfigException.class,
          BadInputException.class,
          DataException.class,
          UnwritableException.class,
          UserErrorException.class,
          OutOfMemoryByPlanException.class,
          ModelStoreException.class,
          ClusterException.class,
          DataSetException.class,
          UnpackingException.class);

  /** Prints the message and how to resume, if that is possible. Returns the exit code. */
  int report(PrintWriter err, boolean debug) {
    Throwable userError = userError();
    if (userError != null) {
      err.println("error: " + userError.getMessage());
    } else {
      String kind = exception instanceof RunFailedException ? "the run failed: " : "unexpected ";
      err.println("error: " + kind + reason() + (debug ? "" : " (--debug prints the rest)"));
    }
    if (exception instanceof RunFailedException run && !run.resumption().isEmpty()) {
      err.println(run.resumption());
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
    for (Throwable cause : Causes.of(exception)) {
      if (USER_ERRORS.stream().anyMatch(type -> type.isInstance(cause))) {
        return cause;
      }
    }
    return null;
  }

  /** The innermost cause in one line. */
  private String reason() {
    List<Throwable> causes = Causes.of(exception);
    for (Throwable cause : causes) {
      if (cause instanceof RepeatedFailureException && cause.getCause() != null) {
        return shown(causes.get(causes.size() - 1)) + " (" + cause.getMessage() + ")";
      }
      if (cause instanceof RepeatedFailureException || cause instanceof StoppedException) {
        return String.valueOf(cause.getMessage());
      }
      if (cause instanceof JobCancellationException) {
        return "it was cancelled";
      }
      if (String.valueOf(cause.getMessage()).contains(UNKNOWN_JOB)) {
        return "the JobManager was lost, and the one that answers now does not know the job, as"
            + " without high availability";
      }
    }
    return shown(causes.get(causes.size() - 1));
  }

  private static String shown(Throwable cause) {
    String message = cause.getMessage();
    String name =
        cause instanceof SerializedThrowable packed
            ? packed.getOriginalErrorClassName()
            : cause.getClass().getName();
    String text =
        message == null ? name : message.startsWith(name) ? message : name + ": " + message;
    return text.lines()
        .takeWhile(line -> !FRAME.matcher(line).matches())
        .map(String::strip)
        .collect(Collectors.joining(" "));
  }
}
