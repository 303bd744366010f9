package org.filbert.it;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InternalMiniClusterExtension;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A Flink cluster of {@value #SLOTS} slots, which the test classes of this JVM share. Each class
 * leaves it without jobs. A test method may have it as a parameter.
 */
public final class SharedFlink implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
  private static final int SLOTS = 4;

  private final int taskManagers;

  /** With all slots in one TaskManager. */
  public SharedFlink() {
    this(1);
  }

  private SharedFlink(int taskManagers) {
    this.taskManagers = taskManagers;
  }

  /** With two TaskManagers. A job of two tasks has one in each. */
  static SharedFlink ofTwo() {
    return new SharedFlink(2);
  }

  /** The running cluster; JUnit closes it after the last test. */
  private record Running(InternalMiniClusterExtension cluster, ExtensionContext root)
      implements AutoCloseable {
    static Running start(ExtensionContext root, int taskManagers) {
      Configuration configuration = new Configuration();
      configuration.set(
          TaskManagerOptions.TASK_MANAGER_LOAD_BALANCE_MODE,
          TaskManagerOptions.TaskManagerLoadBalanceMode.SLOTS);
      InternalMiniClusterExtension cluster =
          new InternalMiniClusterExtension(
              new MiniClusterResourceConfiguration.Builder()
                  .setNumberTaskManagers(taskManagers)
                  .setNumberSlotsPerTaskManager(SLOTS / taskManagers)
                  .setConfiguration(configuration)
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

  private MiniCluster cluster(ExtensionContext context) {
    ExtensionContext root = context.getRoot();
    return root.getStore(ExtensionContext.Namespace.create(SharedFlink.class))
        .getOrComputeIfAbsent(taskManagers, number -> Running.start(root, number), Running.class)
        .cluster()
        .getMiniCluster();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MiniCluster.class;
  }

  @Override
  public MiniCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return cluster(context);
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
