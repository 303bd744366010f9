package org.filbert.jobs.sql;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.TemporaryClassLoaderContext;

/** Lets jobs of a command run on the cluster of the session that calls it. */
@SuppressWarnings("try") // close of its base may be interrupted; there is no instance
final class SessionEnvironment extends StreamExecutionEnvironment {
  private SessionEnvironment() {}

  /**
   * Runs an action, whose jobs go to the cluster of a session. The SQL gateway gives a procedure an
   * environment that has the session's settings, but makes others, as those of a command, without
   * any, and leaves out what {@code ADD JAR} named. All other environments say by themselves where
   * jobs go.
   */
  static <T> T within(StreamExecutionEnvironment session, Callable<T> action) throws Exception {
    if (session.getClass() != StreamExecutionEnvironment.class) {
      return action.call();
    }
    ClassLoader classes = SessionEnvironment.class.getClassLoader();
    Configuration target = withJars((Configuration) session.getConfiguration(), classes);
    initializeContextEnvironment(
        settings -> {
          Configuration all = new Configuration(target);
          all.addAll(settings);
          return new StreamExecutionEnvironment(all, classes);
        });
    try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(classes)) {
      return action.call();
    } finally {
      resetContextEnvironment();
    }
  }

  /** The settings, with the jars that classes come from, where the process was not started so. */
  private static Configuration withJars(Configuration settings, ClassLoader classes) {
    Configuration all = new Configuration(settings);
    if (classes instanceof URLClassLoader added) {
      List<String> jars =
          Stream.concat(
                  settings.getOptional(PipelineOptions.JARS).orElse(List.of()).stream(),
                  Stream.of(added.getURLs()).map(URL::toString))
              .distinct()
              .toList();
      all.set(PipelineOptions.JARS, jars);
    }
    return all;
  }
}
