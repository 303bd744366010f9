package org.filbert.jobs.cluster;

import java.io.PrintWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.client.deployment.ClusterClientFactory;
import org.apache.flink.client.deployment.ClusterDescriptor;
import org.apache.flink.client.deployment.ClusterRetrieveException;
import org.apache.flink.client.deployment.DefaultClusterClientServiceLoader;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.EmbeddedFlink;
import org.filbert.jobs.run.Incidents;
import org.filbert.jobs.run.Resumption;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunFailedException;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.run.StoppedException;
import org.jspecify.annotations.Nullable;

/**
 * Watches a job on a cluster of other processes, on a thread of its own: it tells when the job
 * fails, what it waits for, and when it goes on. A job that waits for too long is cancelled.
 */
public final class JobWatch implements AutoCloseable {
  private static final Logger LOG = System.getLogger(JobWatch.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final JobClient job;
  private final RestartNews news;
  private final Incidents incidents;
  private final SlotWait wait;
  private @Nullable Thread thread;
  private volatile boolean givenUp;

  private JobWatch(JobClient job, RunStart start, SlotWait wait, PrintWriter out) {
    this.job = job;
    this.wait = wait;
    this.incidents = new Incidents(new RunDirectory(start.directory()), out);
    this.news =
        new RestartNews(
            start.identity().workers(),
            wait,
            System.getenv(Resumption.CLUSTER_VARIABLE) == null
                ? ""
                : "; './filbert cluster add' starts a TaskManager");
  }

  /**
   * Begins to watch a job, unless it runs in this process.
   *
   * @param flink settings that it was submitted with
   */
  public static JobWatch of(
      JobClient job, Configuration flink, RunStart start, SlotWait wait, PrintWriter out) {
    JobWatch watch = new JobWatch(job, start, wait, out);
    if (!EmbeddedFlink.runs(flink) && !Application.ofProcess().onJobManager()) {
      Thread thread =
          new Thread(
              () ->
                  watch.run(
                      StreamExecutionEnvironment.getExecutionEnvironment(flink).getConfiguration()),
              "filbert-watch");
      thread.setDaemon(true);
      thread.start();
      watch.thread = thread;
    }
    return watch;
  }

  private void run(ReadableConfig flink) {
    try (ClusterClient<?> cluster = client(Configuration.fromMap(flink.toMap()))) {
      while (true) {
        observe(new FlinkRest(URI.create(cluster.getWebInterfaceURL() + "/")));
        Thread.sleep(EVERY.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ClusterRetrieveException | RuntimeException e) {
      LOG.log(Level.WARNING, "the job cannot be watched: {0}", String.valueOf(e.getMessage()));
    }
  }

  private static <T> ClusterClient<T> client(Configuration flink) throws ClusterRetrieveException {
    ClusterClientFactory<T> factory =
        new DefaultClusterClientServiceLoader().getClusterClientFactory(flink);
    T id = factory.getClusterId(flink);
    if (id == null) {
      throw new ClusterRetrieveException("the settings name no cluster");
    }
    try (ClusterDescriptor<T> descriptor = factory.createClusterDescriptor(flink)) {
      return descriptor.retrieve(id).getClusterClient();
    }
  }

  private void observe(FlinkRest rest) throws InterruptedException {
    String path = "jobs/" + job.getJobID();
    Optional<JobOverview> state = rest.get(path, JobOverview.class);
    if (state.isPresent()) {
      long now = System.nanoTime();
      news.at(state.get(), new OverRest(rest, path), now).ifPresent(incidents::tell);
      givenUp = news.isOverdue(now);
    }
  }

  /** What the JobManager answers. */
  private record OverRest(FlinkRest rest, String path) implements RestartNews.Source {
    @Override
    public Optional<String> reason() throws InterruptedException {
      return rest.get(path + "/exceptions?maxExceptions=1", JobFailures.class)
          .flatMap(JobFailures::newest);
    }

    @Override
    public Optional<ClusterOverview> slots() throws InterruptedException {
      return ClusterOverview.of(rest);
    }
  }

  /** Whether the job has waited for too long. */
  public boolean hasGivenUp() {
    return givenUp;
  }

  /**
   * Ends a job that has waited for too long.
   *
   * @param resumption how it goes on later
   * @throws RunFailedException if it has
   */
  public void endIfGivenUp(Resumption resumption) {
    if (givenUp) {
      job.cancel().join();
      throw resumption.failed(
          new StoppedException(
              "it had no slots for %s (%s)".formatted(wait.inWords(), wait.setting())));
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
