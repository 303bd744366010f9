package org.filbert.jobs.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.util.FileUtils;

/** Writes the configuration directory of a local cluster: shipped settings, then its own. */
final class FlinkConfiguration {
  private static final String LOOPBACK = "127.0.0.1";

  private FlinkConfiguration() {}

  /** Directory of the temporary files of all processes. */
  static Path temporary(Path directory) {
    return directory.resolve("tmp");
  }

  static void write(
      LocalClusterOptions options, Path shipped, Path target, int rpcPort, int restPort)
      throws IOException {
    Path temporary = temporary(options.directory());
    FileUtils.deleteDirectory(temporary.toFile()); // of processes that were killed
    Files.createDirectories(temporary);
    Map<String, String> settings = new TreeMap<>();
    settings.put("jobmanager.rpc.address", LOOPBACK);
    settings.put("jobmanager.rpc.port", String.valueOf(rpcPort));
    settings.put("jobmanager.bind-host", LOOPBACK);
    settings.put("jobmanager.memory.process.size", options.jobManagerMemory().bytes() + "b");
    settings.put("taskmanager.host", LOOPBACK);
    settings.put("taskmanager.bind-host", LOOPBACK);
    settings.put("taskmanager.numberOfTaskSlots", String.valueOf(options.slots()));
    settings.put("taskmanager.memory.process.size", options.taskManagerMemory().bytes() + "b");
    settings.put("taskmanager.memory.task.off-heap.size", options.nativeMemory().bytes() + "b");
    settings.put("taskmanager.memory.managed.size", "32m");
    settings.put("taskmanager.memory.network.max", "256m");
    settings.put("rest.address", LOOPBACK);
    settings.put("rest.bind-address", LOOPBACK);
    settings.put("rest.port", String.valueOf(restPort));
    settings.put("rest.bind-port", String.valueOf(restPort));
    settings.put("parallelism.default", String.valueOf(options.allSlots()));
    settings.put("io.tmp.dirs", temporary.toString());
    settings.put("web.upload.dir", temporary.toString());
    settings.put(
        "execution.checkpointing.dir",
        "file:" + Files.createDirectories(options.directory().resolve("checkpoints")));
    settings.putAll(options.settings());

    Files.createDirectories(target);
    StringBuilder yaml = new StringBuilder(Files.readString(shipped.resolve("config.yaml")));
    settings.forEach(
        (key, value) ->
            yaml.append(key).append(": '").append(value.replace("'", "''")).append("'\n"));
    Files.writeString(target.resolve("config.yaml"), yaml);
    for (String file : new String[] {"log4j.properties", "log4j-cli.properties", "jvm.options"}) {
      Files.writeString(target.resolve(file), Files.readString(shipped.resolve(file)));
    }
  }
}
