package org.filbert.it.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunStart;

/** The files that {@code --resume} reads: the identity of a run with its configuration. */
final class RunTarget implements Target {
  private static final AtomicInteger RUNS = new AtomicInteger();

  private static Path directory() {
    return new Path("memory:/runs/" + RUNS.incrementAndGet());
  }

  @Override
  public String name() {
    return "run.json";
  }

  @Override
  public List<byte[]> seeds() {
    String yaml = new String(ConfigTarget.TRAIN.seeds().get(0), StandardCharsets.UTF_8);
    TrainConfig config = new ConfigLoader().parse("seed", yaml, TrainConfig.class);
    Path directory = directory();
    try {
      RunStart.of(
              directory.toString(),
              config,
              2,
              "models",
              ProjectPaths.ofProcess(),
              Application.FOLLOWING)
          .create();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of(MemoryFiles.get(new Path(directory, RunStart.RUN)));
  }

  @Override
  public List<String> tokens() {
    return List.of(
        "null", "{", "[", "}", "]", "\"", ",", ":", "\\n", "\\u0000", "..", "/", "\"runId\"");
  }

  @Override
  public Reader open() {
    Path directory = directory();
    Path file = new Path(directory, RunStart.RUN);
    ProjectPaths paths = ProjectPaths.ofProcess();
    ConfigLoader loader = new ConfigLoader();
    return input -> {
      MemoryFiles.put(file, input);
      RunStart run = RunStart.resume(directory.toString());
      TrainConfig config =
          loader.reload("run", run.identity().configuration(), List.of(), TrainConfig.class);
      run.paths(paths).output(config.name());
      if (!run.identity().runId().equals(new Path(directory, run.identity().runId()).getName())) {
        throw new AssertionError("a run that is elsewhere: " + run.identity().runId());
      }
      return run.resumption("train", config.checkpoint()).advice();
    };
  }

  @Override
  public boolean documents(Exception exception) {
    return exception instanceof ConfigException;
  }
}
