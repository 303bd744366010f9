package org.filbert.jobs.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.DataSource;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunStart;

/**
 * Runs the queries of a configuration before its training, and keeps their rows as Parquet files,
 * which the training then reads as it reads any. So what it learns does not change while it runs,
 * or when it is resumed.
 */
public final class QueryRows {
  private final ProjectPaths paths;
  private final Configuration flink;
  private final PrintWriter out;

  /**
   * Prepares queries.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   * @param out says how many rows there are
   */
  public QueryRows(ProjectPaths paths, Configuration flink, PrintWriter out) {
    this.paths = paths;
    this.flink = flink;
    this.out = out;
  }

  /**
   * The configuration whose data are the files with the rows of its queries. A run that goes on has
   * its rows already.
   */
  public TrainConfig kept(TrainConfig config, RunStart start) throws IOException {
    return kept(config, start.directory(), start.occasion() == RunStart.Occasion.NEW);
  }

  /**
   * The same for the files of a directory.
   *
   * @param anew whether queries that name no file are run in any case
   */
  public TrainConfig kept(TrainConfig config, String directory, boolean anew) throws IOException {
    Map<String, DataSource> sources = new LinkedHashMap<>();
    sources.put("train", config.data().train());
    config.data().validationSource().ifPresent(source -> sources.put("validation", source));
    config.data().testSource().ifPresent(source -> sources.put("test", source));
    Map<String, JsonNode> files = new LinkedHashMap<>();
    for (Map.Entry<String, DataSource> each : sources.entrySet()) {
      DataSource source = each.getValue();
      if (source.query().isPresent()) {
        String key = "data." + each.getKey();
        String file = source.path().map(paths::output).orElse(place(directory, each.getKey()));
        if (!exists(file) || (anew && source.path().isEmpty())) {
          RunStart.requireFree(directory);
          keep(key + ".query", source.sql(), source.query().get(), file);
        }
        files.put(key + ".path", new ConfigLoader().node(file));
      }
    }
    return files.isEmpty()
        ? config
        : new ConfigLoader().with(config, files, "the rows of queries", TrainConfig.class);
  }

  /** The file in a run directory that keeps the rows of a query. */
  public static String place(String directory, String role) {
    return new RunDirectory(directory).below(RunDirectory.ROWS) + "/" + role + ".parquet";
  }

  private static boolean exists(String file) throws IOException {
    Path path = Location.of(file);
    return path.getFileSystem().exists(path);
  }

  /**
   * Runs a query and keeps its rows.
   *
   * @param origin of the query, for messages
   * @param sql file of statements that are run before
   * @throws ConfigException if one of them fails, or there are no rows
   */
  public void keep(String origin, Optional<String> sql, String query, String file)
      throws IOException {
    Optional<Script> script =
        sql.isPresent()
            ? Optional.of(Script.read(sql.get(), paths.resolve(sql.get())))
            : Optional.empty();
    long rows = new QueryTable(flink, script).keep(origin, query, Location.of(file));
    out.println(String.format(Locale.ROOT, "%s: %,d rows, kept in %s", origin, rows, file));
    out.flush();
  }
}
