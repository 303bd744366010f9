package org.filbert.it;

import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InternalMiniClusterExtension;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Flink cluster of one TaskManager with {@value #SLOTS} slots, which the test classes of this JVM
 * share. Each class leaves it without jobs.
 */
public final class SharedFlink implements BeforeAllCallback, AfterAllCallback {
  private static final int SLOTS = 4;

  /** The running cluster; JUnit closes it after the last test. */
  private record Running(InternalMiniClusterExtension cluster, ExtensionContext root)
      implements AutoCloseable {
    static Running start(ExtensionContext root) {
      InternalMiniClusterExtension cluster =
          new InternalMiniClusterExtension(
              new MiniClusterResourceConfiguration.Builder()
                  .setNumberTaskManagers(1)
                  .setNumberSlotsPerTaskManager(SLOTS)
                  .build());
      try {
        cluster.beforeAll(root);
      } catch (Exception e) {
        throw new IllegalStateException("the shared cluster does not start", e);
      }
      return new Running(cluster, root);
    }

    @Override
    public void close() {
      try {
        cluster.afterAll(root);
      } catch (Exception e) {
        throw new IllegalStateException("the shared cluster does not stop", e);
      }
    }
  }

  private static MiniCluster cluster(ExtensionContext context) {
    ExtensionContext root = context.getRoot();
    return root.getStore(ExtensionContext.Namespace.GLOBAL)
        .getOrComputeIfAbsent(Running.class, key -> Running.start(root), Running.class)
        .cluster()
        .getMiniCluster();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    TestStreamEnvironment.setAsContext(cluster(context), SLOTS);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    TestStreamEnvironment.unsetAsContext();
    MiniCluster cluster = cluster(context);
    for (JobStatusMessage job : cluster.listJobs().get()) {
      if (!job.getJobState().isGloballyTerminalState()) {
        cluster.cancelJob(job.getJobId()).get();
        cluster.requestJobResult(job.getJobId()).get();
      }
    }
  }
}
