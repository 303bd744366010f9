package org.filbert.jobs.run;

import java.util.Optional;
import org.apache.flink.client.deployment.application.executors.EmbeddedExecutor;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * How Flink runs this program.
 *
 * @param onJobManager whether the program runs on a JobManager, as the application of a cluster.
 *     The end of this process is then not the end of the run, as another JobManager may take over.
 * @param job the name of the job, if Flink has already chosen it. Each new JobManager of a highly
 *     available cluster runs the application again, and this name identifies the job.
 * @param detached whether this process ends when its job is submitted, as with {@code flink run -d}
 * @param savepoint from which Flink has been told to start the job
 */
public record Application(
    boolean onJobManager, Optional<String> job, boolean detached, Optional<String> savepoint) {
  /** This program follows the only job that it names itself. */
  public static final Application FOLLOWING =
      new Application(false, Optional.empty(), false, Optional.empty());

  /** Reads the Flink configuration of this process. */
  public static Application ofProcess() {
    ReadableConfig flink = StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration();
    boolean onJobManager =
        flink
            .getOptional(DeploymentOptions.TARGET)
            .filter(EmbeddedExecutor.NAME::equals)
            .isPresent();
    return new Application(
        onJobManager,
        flink.getOptional(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID),
        !onJobManager
            && flink.getOptional(DeploymentOptions.ATTACHED).filter(on -> !on).isPresent(),
        flink.getOptional(StateRecoveryOptions.SAVEPOINT_PATH));
  }
}
