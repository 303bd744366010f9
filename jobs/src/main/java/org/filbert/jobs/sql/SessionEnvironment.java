package org.filbert.jobs.sql;

import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Lets jobs of a command run on the cluster of the session that calls it. */
@SuppressWarnings("try") // close of its base may be interrupted; there is no instance
final class SessionEnvironment extends StreamExecutionEnvironment {
  private SessionEnvironment() {}

  /**
   * Runs an action, whose jobs go to the cluster of a session. Where this process already says by
   * itself where jobs go, as Flink's client does, that stays.
   */
  static <T> T within(StreamExecutionEnvironment session, Callable<T> action) throws Exception {
    boolean decided =
        !(StreamExecutionEnvironment.getExecutionEnvironment() instanceof LocalStreamEnvironment);
    if (decided || session instanceof LocalStreamEnvironment) {
      return action.call();
    }
    Configuration target = (Configuration) session.getConfiguration();
    ClassLoader classes = Thread.currentThread().getContextClassLoader();
    initializeContextEnvironment(
        settings -> {
          Configuration all = new Configuration(target);
          all.addAll(settings);
          return new StreamExecutionEnvironment(all, classes);
        });
    try {
      return action.call();
    } finally {
      resetContextEnvironment();
    }
  }
}
