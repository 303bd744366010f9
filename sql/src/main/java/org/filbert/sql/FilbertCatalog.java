package org.filbert.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ModelChange;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.ModelNotExistException;
import org.apache.flink.table.catalog.exceptions.ProcedureNotExistException;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.table.types.DataType;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Probabilities;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;
import org.filbert.table.TableColumn;
import org.filbert.table.ValueType;

/**
 * The models of a store in the database {@code default}: {@code letter} is the newest version and
 * follows it, {@code `letter@3`} a pinned one. The database {@code sys} has procedures. Tables and
 * views live in memory, as in Flink's default catalog.
 */
public final class FilbertCatalog extends GenericInMemoryCatalog {
  private static final String PROCEDURES = "sys";

  /** Places of a second. */
  private static final int NANOSECONDS = 9;

  private final String root;
  private final ModelStore store;
  private final Map<String, Procedure> procedures = new TreeMap<>();

  /**
   * @param root of the store, a path or URI
   */
  FilbertCatalog(String name, String root, ModelStore store) {
    super(name);
    this.root = root;
    this.store = store;
    try {
      createDatabase(PROCEDURES, new CatalogDatabaseImpl(Map.of(), "procedures"), false);
    } catch (DatabaseAlreadyExistException e) {
      throw new CatalogException(e.getMessage(), e);
    }
    for (CatalogProcedures services :
        ServiceLoader.load(CatalogProcedures.class, FilbertCatalog.class.getClassLoader())) {
      procedures.putAll(services.of(this));
    }
  }

  /** Root of the store, a path or URI. */
  public String root() {
    return root;
  }

  /** The store of the models. */
  public ModelStore store() {
    return store;
  }

  @Override
  public List<String> listProcedures(String database) throws DatabaseNotExistException {
    if (!databaseExists(database)) {
      throw new DatabaseNotExistException(getName(), database);
    }
    return database.equals(PROCEDURES) ? List.copyOf(procedures.keySet()) : List.of();
  }

  @Override
  public Procedure getProcedure(ObjectPath path) throws ProcedureNotExistException {
    Procedure found =
        path.getDatabaseName().equals(PROCEDURES) ? procedures.get(path.getObjectName()) : null;
    if (found == null) {
      throw new ProcedureNotExistException(getName(), path);
    }
    return found;
  }

  @Override
  public List<String> listModels(String database) throws DatabaseNotExistException {
    if (!databaseExists(database)) {
      throw new DatabaseNotExistException(getName(), database);
    }
    try {
      return database.equals(getDefaultDatabase()) ? store.list() : List.of();
    } catch (IOException e) {
      throw new CatalogException(e.getMessage(), e);
    }
  }

  @Override
  public boolean modelExists(ObjectPath path) {
    try {
      version(path);
      return true;
    } catch (ModelNotExistException e) {
      return false;
    }
  }

  @Override
  public CatalogModel getModel(ObjectPath path) throws ModelNotExistException {
    ModelVersion version = version(path);
    TrainedModel model;
    try {
      model = store.load(version);
    } catch (IOException e) {
      throw new CatalogException(e.getMessage(), e);
    }
    Map<String, String> options = new LinkedHashMap<>();
    options.put("provider", FilbertModelFactory.IDENTIFIER);
    options.put(FilbertModelFactory.STORE.key(), root);
    options.put(FilbertModelFactory.MODEL.key(), version.name());
    if (path.getObjectName().contains("@")) {
      options.put(FilbertModelFactory.VERSION.key(), Integer.toString(version.number()));
    }
    return CatalogModel.of(
        input(model),
        output(model),
        options,
        "%s@%s, %s".formatted(version.name(), version.number(), model.outputs().described()));
  }

  private static Schema input(TrainedModel model) {
    if (model.preprocessing().ofRecords() instanceof TablePreprocessing table) {
      Schema.Builder schema = Schema.newBuilder();
      for (TableColumn column : table.table().columns()) {
        schema.column(column.name(), type(column));
      }
      return schema.build();
    }
    return model.preprocessing().ofRecords() instanceof TextPreprocessing
        ? Schema.newBuilder().column("document", DataTypes.STRING()).build()
        : Schema.newBuilder().column("features", DataTypes.ARRAY(DataTypes.DOUBLE())).build();
  }

  /** A type that the column's values in the training table can be assigned to. */
  private static DataType type(TableColumn column) {
    ValueType type = column.type();
    if (type == null) {
      return column.encoder().cells().isNumber() ? DataTypes.DOUBLE() : DataTypes.STRING();
    }
    return switch (type) {
      case NUMBER -> DataTypes.DOUBLE();
      case TRUTH -> DataTypes.BOOLEAN();
      case TEXT -> DataTypes.STRING();
      case DAY -> DataTypes.DATE();
      case CLOCK -> DataTypes.TIME();
      case MOMENT -> DataTypes.TIMESTAMP(NANOSECONDS);
      case UTC_MOMENT -> DataTypes.TIMESTAMP_LTZ(NANOSECONDS);
    };
  }

  private static Schema output(TrainedModel model) {
    List<OutputValue> values = new ArrayList<>(List.of(OutputValue.PREDICTION, OutputValue.SCORES));
    if (model.calibration() instanceof Probabilities) {
      values.add(OutputValue.PROBABILITY);
      values.add(OutputValue.PROBABILITIES);
    }
    if (model.calibration() instanceof Intervals && model.outputs().columns() == 1) {
      values.add(OutputValue.LOWER);
      values.add(OutputValue.UPPER);
    }
    values.add(OutputValue.MODEL_VERSION);
    Schema.Builder schema = Schema.newBuilder();
    values.forEach(value -> schema.column(value.columnName(), value.type(model)));
    return schema.build();
  }

  private ModelVersion version(ObjectPath path) throws ModelNotExistException {
    String name = path.getObjectName();
    int at = name.indexOf('@');
    try {
      if (path.getDatabaseName().equals(getDefaultDatabase())) {
        return at < 0
            ? store.latest(name)
            : store.version(name.substring(0, at), Integer.parseInt(name.substring(at + 1)));
      }
    } catch (ModelStoreException | IllegalArgumentException e) {
      throw new ModelNotExistException(getName(), path, e);
    } catch (IOException e) {
      throw new CatalogException(e.getMessage(), e);
    }
    throw new ModelNotExistException(getName(), path);
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException(
        "models of this catalog come from trainings; CREATE TEMPORARY MODEL, or one in another"
            + " catalog, can name other columns and options");
  }

  @Override
  public void createModel(ObjectPath path, CatalogModel model, boolean ignoreIfExists) {
    throw readOnly();
  }

  @Override
  public void dropModel(ObjectPath path, boolean ignoreIfNotExists) {
    throw readOnly();
  }

  @Override
  public void renameModel(ObjectPath path, String newName, boolean ignoreIfNotExists) {
    throw readOnly();
  }

  @Override
  public void alterModel(ObjectPath path, CatalogModel model, boolean ignoreIfNotExists) {
    throw readOnly();
  }

  @Override
  public void alterModel(
      ObjectPath path, CatalogModel model, List<ModelChange> changes, boolean ignoreIfNotExists) {
    throw readOnly();
  }
}
