package org.filbert.it;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.client.deployment.application.ApplicationClusterEntryPoint;
import org.apache.flink.client.program.PackagedProgram;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.entrypoint.ClusterEntrypoint;
import org.apache.flink.runtime.resourcemanager.StandaloneResourceManagerFactory;

/**
 * A JobManager that runs a program itself, as {@code standalone-job.sh} of a Flink distribution
 * does. The script's own program is not among Flink's published libraries.
 */
@SuppressWarnings("try") // closed by the caller
final class ApplicationJobManager extends ApplicationClusterEntryPoint {
  private static final String CONFIGURATION = "--configDir";
  private static final String PROGRAM = "--";

  private ApplicationJobManager(Configuration configuration, PackagedProgram program) {
    super(configuration, program, StandaloneResourceManagerFactory.getInstance());
  }

  /** Flink's own arguments, {@code --}, and the program's jar, class and arguments. */
  public static void main(String[] args) throws Exception {
    List<String> all = Arrays.asList(args);
    int from = all.indexOf(PROGRAM) + 1;
    Configuration flink =
        GlobalConfiguration.loadConfiguration(all.get(all.indexOf(CONFIGURATION) + 1));
    PackagedProgram program =
        PackagedProgram.newBuilder()
            .setJarFile(new File(all.get(from)))
            .setEntryPointClassName(all.get(from + 1))
            .setConfiguration(flink)
            .setArguments(all.subList(from + 2, all.size()).toArray(String[]::new))
            .build();
    configureExecution(flink, program);
    ClusterEntrypoint.runClusterEntrypoint(new ApplicationJobManager(flink, program));
  }

  /** The arguments after Flink's own. */
  static List<String> arguments(String jar, String program, List<String> ofProgram) {
    List<String> arguments = new ArrayList<>(List.of(PROGRAM, jar, program));
    arguments.addAll(ofProgram);
    return arguments;
  }
}
