package org.filbert.estimators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.ml.api.Model;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.util.ParamUtils;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.types.Row;
import org.filbert.calibration.Probabilities;
import org.filbert.operators.scoring.SharedModel;
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
    FeaturesColumn features = new FeaturesColumn(getFeaturesCol());
    input.require("featuresCol", features.name());
    List<DataTypes.Field> fields = new ArrayList<>();
    for (Column column : input.table().getResolvedSchema().getColumns()) {
      fields.add(DataTypes.FIELD(column.getName(), column.getDataType()));
    }
    for (int i = 0; i < columns.size(); i++) {
      fields.add(DataTypes.FIELD(columns.get(i), prediction.types().get(i)));
    }
    PredictOperator operator = new PredictOperator(stored(), features, prediction);
    TypeInformation<Row> out = ExternalTypeInfo.of(DataTypes.ROW(fields));
    return new Table[] {
      input.environment().fromDataStream(input.rows().transform("predict", out, operator))
    };
  }

  /** Refuses a model without probabilities before there is a job. */
  final void requireProbabilities() {
    try (SharedModel shared = stored().acquire()) {
      if (!(shared.model().calibration() instanceof Probabilities)) {
        throw new IllegalArgumentException(
            "probabilityCol is given, but the model has scores and no probabilities: fit it with"
                + " validationFraction or the loss logistic");
      }
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
