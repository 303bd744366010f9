package org.filbert.sql;

import java.time.Duration;
import org.apache.flink.client.cli.ClientOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/**
 * Executes statements of SQL on a cluster, one after the other, and prints the rows of those that
 * have some, as the SQL client does: its class path is Flink's alone.
 */
final class SqlProgram {
  private SqlProgram() {}

  public static void main(String[] args) {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, "remote");
    configuration.set(RestOptions.ADDRESS, "localhost");
    configuration.set(RestOptions.PORT, Integer.parseInt(args[0]));
    configuration.set(RestOptions.CONNECTION_TIMEOUT, Duration.ofMinutes(5));
    configuration.set(ClientOptions.CLIENT_TIMEOUT, Duration.ofMinutes(10));
    TableEnvironment tables =
        TableEnvironment.create(
            EnvironmentSettings.newInstance().withConfiguration(configuration).build());
    for (int i = 1; i < args.length; i++) {
      if (args[i].startsWith("SELECT") || args[i].startsWith("SHOW")) {
        tables.executeSql(args[i]).collect().forEachRemaining(System.out::println);
      } else {
        tables.executeSql(args[i]);
      }
    }
  }
}
