package org.filbert.jobs.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ModelDescriptor;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.catalog.CatalogDescriptor;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * Predicts the rows of a query where Flink has them, by {@code ML_PREDICT}, and inserts the
 * predictions into a table. The columns of that table are filled by their names, with what the
 * model says of a row and with columns of the query. The job is a stream, which ends when its
 * tables do.
 */
public final class QueryPredictions {
  private static final String MODELS = "filbert_models";
  private static final String ROWS = "filbert_rows";
  private static final String MODEL = "filbert_model";

  private final TableEnvironment tables;

  /**
   * Runs the statements of a script, which makes the tables.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   * @param parallelism tasks of an operator, unless the script sets another number
   * @param sql file of the statements
   */
  public QueryPredictions(
      ProjectPaths paths, Configuration flink, int parallelism, Optional<String> sql)
      throws IOException {
    TableSession session =
        TableSession.of(
            flink,
            parallelism,
            RuntimeExecutionMode.STREAMING,
            "Flink has ML_PREDICT in streams alone, which end with a bounded table");
    if (sql.isPresent()) {
      session.run(Script.read(sql.get(), paths.resolve(sql.get())), TableResult::await);
    }
    this.tables = session.tables();
  }

  /**
   * A model that predicts.
   *
   * @param store its root
   * @param reference of the model in the store: {@code letter} or {@code letter@3}
   * @param inputs columns that it was trained on; none if they have no names
   * @param text whether it reads documents
   * @param interval probability that a number lies within its interval
   */
  public record Predictor(
      String store, String reference, List<String> inputs, boolean text, OptionalDouble interval) {
    public Predictor {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * Inserts the predictions, and waits for the end of the query.
   *
   * @param target table of the script
   * @throws ConfigException if they do not fit, or the job fails
   */
  public void insert(String query, Predictor model, String target) {
    try {
      Table rows = named("--query", () -> tables.sqlQuery(query));
      List<String> columns = named("--into", () -> physical(tables.from(target)));
      String statement = statement(rows, model, target, columns);
      TableResult inserted = named("--into", () -> tables.executeSql(statement));
      new StatementJob(inserted).await();
    } catch (ConfigException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConfigException("--into: the job was interrupted");
    } catch (Exception e) {
      throw TableSession.failed("--into", e);
    }
  }

  private interface Planned<T> {
    T get();
  }

  /** Says in failures which option has failed. */
  private static <T> T named(String option, Planned<T> planned) {
    try {
      return planned.get();
    } catch (RuntimeException e) {
      throw TableSession.failed(option, e);
    }
  }

  private static List<String> physical(Table table) {
    return table.getResolvedSchema().getColumns().stream()
        .filter(Column::isPersisted)
        .map(Column::getName)
        .toList();
  }

  /** Makes a view of the rows and a model of their types, and the statement that reads both. */
  private String statement(Table rows, Predictor model, String target, List<String> columns)
      throws Exception {
    tables.createCatalog(
        MODELS,
        CatalogDescriptor.of(
            MODELS, Configuration.fromMap(Map.of("type", "filbert", "store", model.store()))));
    CatalogModel stored =
        tables
            .getCatalog(MODELS)
            .orElseThrow()
            .getModel(new ObjectPath("default", model.reference()));
    List<Schema.UnresolvedColumn> said = stored.getOutputSchema().getColumns();
    List<Schema.UnresolvedColumn> wanted =
        said.stream().filter(column -> columns.contains(column.getName())).toList();
    requireColumns(rows, target, columns, said);
    List<Column> inputs = inputs(rows, model);
    Schema.Builder input = Schema.newBuilder();
    inputs.forEach(column -> input.column(column.getName(), column.getDataType()));
    ModelDescriptor.Builder descriptor =
        ModelDescriptor.forProvider("filbert")
            .inputSchema(input.build())
            .outputSchema(Schema.newBuilder().fromColumns(wanted).build());
    stored.getOptions().forEach(descriptor::option);
    model.interval().ifPresent(level -> descriptor.option("interval", Double.toString(level)));
    tables.createTemporaryModel(MODEL, descriptor.build());
    tables.createTemporaryView(ROWS, rows);
    return """
    INSERT INTO %s (%s) SELECT %s FROM ML_PREDICT(
      TABLE %s, MODEL %s, DESCRIPTOR(%s), MAP['async', 'true', 'max-concurrent-operations', '2048'])
    """
        .formatted(
            target,
            quoted(columns),
            quoted(columns),
            ROWS,
            MODEL,
            quoted(inputs.stream().map(Column::getName).toList()));
  }

  private static String quoted(List<String> names) {
    return names.stream()
        .map(name -> '`' + name.replace("`", "``") + '`')
        .collect(Collectors.joining(", "));
  }

  private static void requireColumns(
      Table rows, String target, List<String> columns, List<Schema.UnresolvedColumn> said) {
    Set<String> ofQuery = new TreeSet<>(rows.getResolvedSchema().getColumnNames());
    Set<String> ofModel =
        said.stream()
            .map(Schema.UnresolvedColumn::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    for (String column : columns) {
      if (ofQuery.contains(column) == ofModel.contains(column)) {
        throw new ConfigException(
            "--into: found the column %s of %s, which %s; allowed columns of the query %s and of the model %s"
                .formatted(
                    column,
                    target,
                    ofQuery.contains(column)
                        ? "both the query and the model have"
                        : "neither the query nor the model has",
                    ofQuery,
                    ofModel));
      }
    }
    if (columns.stream().noneMatch(ofModel::contains)) {
      throw new ConfigException(
          "--into: found the columns %s of %s, needed is one or more of %s"
              .formatted(columns, target, ofModel));
    }
  }

  /** The columns that the model was trained on, or those of the type that it takes. */
  private static List<Column> inputs(Table rows, Predictor model) {
    List<Column> found = rows.getResolvedSchema().getColumns();
    List<Column> inputs = new ArrayList<>();
    for (String name : model.inputs()) {
      inputs.add(
          found.stream()
              .filter(column -> column.getName().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ConfigException(
                          "--query: found the columns %s, needed are those that the model was trained on: %s"
                              .formatted(
                                  rows.getResolvedSchema().getColumnNames(), model.inputs()))));
    }
    if (!inputs.isEmpty()) {
      return inputs;
    }
    if (model.text()) {
      return of(found, type -> type.is(LogicalTypeFamily.CHARACTER_STRING));
    }
    List<Column> arrays = of(found, type -> type.is(LogicalTypeRoot.ARRAY));
    return arrays.isEmpty()
        ? of(found, type -> type.is(LogicalTypeFamily.NUMERIC) || type.is(LogicalTypeRoot.BOOLEAN))
        : arrays;
  }

  private interface Kind {
    boolean has(LogicalType type);
  }

  private static List<Column> of(List<Column> columns, Kind kind) {
    return columns.stream()
        .filter(column -> kind.has(column.getDataType().getLogicalType()))
        .toList();
  }
}
