package org.filbert.jobs.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.filbert.jobs.config.section.DataSource;

/**
 * Where the rows of a proposed run are, as its configuration names them.
 *
 * @param path of the table, or of the file that keeps the rows of the query
 * @param sql file of statements that are run before the query
 */
public record ProposedRows(Optional<String> path, Optional<String> sql, Optional<String> query) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z./_-][A-Za-z0-9./_-]*");
  private static final Pattern ENDING =
      Pattern.compile(
          "(\\.(csv|tsv|txt|data|jsonl?|ndjson|parquet|npy|sql))?(\\.(gz|bz2|xz))?$",
          Pattern.CASE_INSENSITIVE);

  public ProposedRows {
    DataSource.requireRows(path, sql, query);
  }

  /** A table in a file. */
  public static ProposedRows ofFile(String path) {
    return new ProposedRows(Optional.of(path), Optional.empty(), Optional.empty());
  }

  /** The same rows of a query, which a file keeps. */
  public ProposedRows keptIn(String file) {
    return new ProposedRows(Optional.of(file), sql, query);
  }

  /** Name of a run with these rows and of its model: a given one, or that of the file. */
  public String name(Optional<String> given) {
    return given.orElseGet(this::name);
  }

  private String name() {
    String place = query.isPresent() ? sql.orElse("query") : path.orElseThrow();
    String file = place.substring(place.lastIndexOf('/') + 1);
    String name =
        ENDING
            .matcher(file)
            .replaceFirst("")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9._-]+", "-")
            .replaceAll("^[^a-z0-9]+", "");
    return name.isEmpty() ? "table" : name.substring(0, Math.min(name.length(), 60));
  }

  /** What messages name. */
  String origin() {
    return query.isPresent() ? "query" : path.orElseThrow();
  }

  /** The keys with their values, on a line. */
  String inLine() {
    StringBuilder keys = new StringBuilder();
    path.ifPresent(value -> add(keys, "path", value));
    sql.ifPresent(value -> add(keys, "sql", value));
    query.ifPresent(value -> add(keys, "query", value));
    return keys.toString();
  }

  private static void add(StringBuilder keys, String key, String value) {
    keys.append(keys.isEmpty() ? "" : ", ").append(key).append(": ").append(quoted(value));
  }

  /** The keys of a training's rows with their values, on lines of a section. */
  String lines() {
    return lines("sql");
  }

  /** The section of a stream of these rows, but for their format. */
  String ofStream() {
    return (query.isPresent() ? "  sql:\n" : "  file:\n") + lines("script");
  }

  private String lines(String script) {
    StringBuilder lines = new StringBuilder();
    path.ifPresent(value -> addLine(lines, "path", value));
    sql.ifPresent(value -> addLine(lines, script, value));
    query.ifPresent(value -> addLine(lines, "query", value));
    return lines.toString();
  }

  private static void addLine(StringBuilder lines, String key, String value) {
    lines.append("    ").append(key).append(": ").append(quoted(value)).append('\n');
  }

  private static String quoted(String value) {
    return PLAIN.matcher(value).matches()
        ? value
        : '"'
            + value
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\r", "\\r")
            + '"';
  }
}
