package org.filbert.jobs.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.connectors.file.StagedFile;
import org.filbert.connectors.file.UnwritableException;
import org.filbert.jobs.config.yaml.ConfigException;

/**
 * The files of a run, on any of Flink's file systems. The job writes and the client reads. Each
 * write replaces the whole file at once, so that a write may be repeated after a failure.
 */
public final class RunDirectory {
  public static final String CONFIG = "config.yaml";
  public static final String PLAN = "plan.json";
  public static final String PROGRESS = "progress.json";
  public static final String CURVE = "curve.jsonl";
  public static final String BLOCKS = "blocks.jsonl";
  public static final String SUMMARY = "summary.json";
  public static final String REPORT = "report.html";

  /** What happened to the run from outside; see {@link Incidents}. */
  public static final String INCIDENTS = "incidents.jsonl";

  /** The kernels of the BLAS; see {@link NotedBlas}. */
  public static final String BLAS = "blas.json";

  /** The attempts of the job that have begun. */
  public static final String ATTEMPTS = "attempts.json";

  public static final String QUARANTINE = "quarantine.jsonl";
  public static final String TUNING = "tuning.csv";

  /** The configuration with what the run has chosen in place of {@code auto}. */
  public static final String CHOSEN = "chosen.yaml";

  /**
   * Directory of the trials that settings are chosen from, each with a run directory of its own.
   */
  public static final String TRIALS = "trials";

  /** Scores of a fold's rows, or of those of all folds, that a calibration is fitted to. */
  public static final String SCORES = "scores.json";

  /** Directory of the rows of queries. */
  public static final String ROWS = "rows";

  /** What inputs do to predictions, once a run has finished. */
  public static final String EFFECTS = "effects.json";

  /** A store with the model that the run's own store had no room for. */
  public static final String UNSTORED = "unstored";

  /** Why a run ended before its first checkpoint: a new run may take its directory. */
  public static final String FAILURE = "failure.json";

  private static final List<String> OF_A_FAILED_RUN =
      List.of(
          CONFIG,
          PLAN,
          PROGRESS,
          CURVE,
          BLOCKS,
          REPORT,
          INCIDENTS,
          BLAS,
          ATTEMPTS,
          QUARANTINE,
          TUNING,
          CHOSEN,
          TRIALS,
          SCORES,
          EFFECTS,
          UNSTORED,
          FAILURE);

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final Path root;

  /** The directory need not exist yet. */
  public RunDirectory(String root) {
    this.root = Location.of(root);
  }

  /** Whether a new run may take the directory: it has no run, or one that left it by a failure. */
  boolean isFree() throws IOException {
    return !has(CONFIG) || has(FAILURE);
  }

  /**
   * Makes the directory for a new run, and the file that tells what run it is. The files of a run
   * that failed before its first checkpoint are deleted.
   */
  void create(String file, Object identity) {
    try {
      FileSystem files = root.getFileSystem();
      if (has(CONFIG)) {
        for (String former : OF_A_FAILED_RUN) {
          files.delete(new Path(root, former), true);
        }
      }
      if (!files.mkdirs(root)) {
        throw new IOException("the file system refuses");
      }
      writeJson(file, identity);
    } catch (UncheckedIOException e) {
      throw new ConfigException(root + ": the run directory cannot be created: " + e.getMessage());
    } catch (IOException e) {
      throw new ConfigException(root + ": the run directory cannot be created: " + e);
    }
  }

  /** Whether a file exists. */
  public boolean has(String file) throws IOException {
    return root.getFileSystem().exists(new Path(root, file));
  }

  /** Notes that the run failed before its first checkpoint. */
  public void fail(String reason) {
    writeJson(FAILURE, Map.of("reason", reason));
  }

  /** Forgets a failure, as the run goes on. */
  public void forgetFailure() throws IOException {
    root.getFileSystem().delete(new Path(root, FAILURE), false);
  }

  /** Writes a whole file at once: a reader finds the old one or the new one. */
  public void write(String file, String text) {
    Path path = new Path(root, file);
    try {
      path.getFileSystem().mkdirs(root);
      StagedFile.write(path, text);
    } catch (UnwritableException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written: " + e.getMessage(), e);
    }
  }

  /** Deletes the directory, or a directory in it, with all that it has. */
  public void delete(String directory) throws IOException {
    Path path = directory.isEmpty() ? root : new Path(root, directory);
    if (path.getFileSystem().exists(path)) {
      path.getFileSystem().delete(path, true);
    }
  }

  /** A directory in this one. */
  public RunDirectory below(String directory) {
    return new RunDirectory(new Path(root, directory).toString());
  }

  /** Writes a file with one JSON object. */
  public void writeJson(String file, Object value) {
    try {
      write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file with one JSON object per line. */
  public void writeLines(String file, List<?> values) {
    StringBuilder lines = new StringBuilder();
    try {
      for (Object value : values) {
        lines.append(JSON.writeValueAsString(value)).append('\n');
      }
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    write(file, lines.toString());
  }

  /** Reads a file. The result is empty if the file is missing or incomplete. */
  public <T> Optional<T> readJson(String file, Class<T> type) throws IOException {
    String text = read(file);
    try {
      return text.isBlank() ? Optional.empty() : Optional.ofNullable(JSON.readValue(text, type));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Reads the complete lines of a file. */
  public <T> List<T> readLines(String file, Class<T> type) throws IOException {
    return readLines(file, type, 0);
  }

  /**
   * Reads the complete lines of a file.
   *
   * @param known number of lines at the start to skip
   */
  public <T> List<T> readLines(String file, Class<T> type, int known) throws IOException {
    List<T> values = new ArrayList<>();
    for (String line : read(file).lines().skip(known).toList()) {
      try {
        if (!line.isBlank()) {
          values.add(JSON.readValue(line, type));
        }
      } catch (JsonProcessingException e) {
        return values;
      }
    }
    return values;
  }

  /** Reads the text of a file; empty if there is none. */
  public String read(String file) throws IOException {
    Path path = new Path(root, file);
    FileSystem files = path.getFileSystem();
    try (FSDataInputStream in = files.exists(path) ? files.open(path) : null) {
      return in == null
          ? ""
          : new String(((InputStream) in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
