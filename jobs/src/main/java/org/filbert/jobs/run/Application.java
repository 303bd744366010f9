package org.filbert.jobs.run;

import java.util.Optional;
import org.apache.flink.client.deployment.application.executors.EmbeddedExecutor;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Where Flink runs this program.
 *
 * @param onJobManager whether on a JobManager, as an application of a cluster of its own; then the
 *     end of this process is none of the run's, as another JobManager may take it over
 * @param job the name of the job to be, if Flink has chosen it already; an application of a highly
 *     available cluster is run again on each new JobManager, and knows its job by that
 */
public record Application(boolean onJobManager, Optional<String> job) {
  /** As Flink has configured this process. */
  public static Application ofProcess() {
    ReadableConfig flink = StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration();
    return new Application(
        flink
            .getOptional(DeploymentOptions.TARGET)
            .filter(EmbeddedExecutor.NAME::equals)
            .isPresent(),
        flink.getOptional(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID));
  }
}
