package org.filbert.estimators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.ml.api.Model;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.util.ParamUtils;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.types.Row;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.operators.scoring.StreamPredictor;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/** Common part of the models of {@link KernelRidge}. */
abstract class KernelRidgeModel<M extends KernelRidgeModel<M>>
    implements Model<M>, KernelRidgeModelParams<M> {
  private static final long serialVersionUID = 1L;

  private final Map<Param<?>, Object> params = new HashMap<>();
  private @Nullable StoredModel stored;

  KernelRidgeModel() {
    ParamUtils.initializeMapWithDefaultValues(params, this);
  }

  /** Predicts with a model from now on. */
  final void use(StoredModel model) {
    stored = model;
  }

  @Override
  public Map<Param<?>, Object> getParamMap() {
    return params;
  }

  /**
   * The table with the predictions in new columns at its end.
   *
   * @param columns names of the new columns, as many as the prediction has
   */
  final Table[] predicted(InputTable input, Prediction prediction, List<String> columns) {
    RowFeatures features = features(input);
    List<DataTypes.Field> fields = new ArrayList<>();
    for (Column column : input.table().getResolvedSchema().getColumns()) {
      fields.add(DataTypes.FIELD(column.getName(), column.getDataType()));
    }
    for (int i = 0; i < columns.size(); i++) {
      fields.add(DataTypes.FIELD(columns.get(i), prediction.types().get(i)));
    }
    TypeInformation<Row> out = ExternalTypeInfo.of(DataTypes.ROW(fields));
    DataStream<Row> predicted =
        new StreamPredictor(stored().choice())
            .predict(
                input.rows(), features, (row, scored) -> Row.join(row, prediction.of(scored)), out);
    return new Table[] {input.environment().fromDataStream(predicted)};
  }

  private RowFeatures features(InputTable input) {
    String[] names = getInputCols();
    if (names.length == 0) {
      input.require("featuresCol", getFeaturesCol());
      return new FeaturesColumn(getFeaturesCol());
    }
    for (String name : names) {
      input.require("inputCols", name);
    }
    List<CellsOfRow> cells = new ArrayList<>();
    check(
        model -> {
          if (!(model.preprocessing().ofRecords() instanceof TablePreprocessing table)) {
            throw new IllegalArgumentException(
                "inputCols is given, the model was trained on vectors: featuresCol names theirs");
          }
          CellColumns columns = table.table().cells();
          if (!columns.names().equals(List.of(names))) {
            throw new IllegalArgumentException(
                "inputCols is %s, the model was trained on the columns %s"
                    .formatted(List.of(names), columns.names()));
          }
          cells.add(new CellsOfRow(columns));
        });
    return cells.get(0);
  }

  /** Looks at the model before there is a job. */
  final void check(Consumer<TrainedModel> look) {
    try (SharedModel shared = stored().acquire()) {
      look.accept(shared.model());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void save(String path) throws IOException {
    ReadWriteUtils.saveMetadata(this, path);
    stored().copyTo(path);
  }

  private StoredModel stored() {
    if (stored == null) {
      throw new IllegalStateException("this model was neither fitted nor loaded");
    }
    return stored;
  }
}
