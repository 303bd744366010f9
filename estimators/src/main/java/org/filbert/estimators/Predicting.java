package org.filbert.estimators;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.types.Row;

/** Adds a stored model's predictions to a table. */
final class Predicting {
  private Predicting() {}

  /**
   * The table with the predictions in new columns at its end.
   *
   * @param columns names of the new columns, as many as the prediction has
   */
  static Table run(
      StoredModel model,
      FeaturesColumn features,
      Prediction prediction,
      List<String> columns,
      InputTable input) {
    input.require("featuresCol", features.name());
    List<DataTypes.Field> fields = new ArrayList<>();
    for (Column column : input.table().getResolvedSchema().getColumns()) {
      fields.add(DataTypes.FIELD(column.getName(), column.getDataType()));
    }
    for (int i = 0; i < columns.size(); i++) {
      fields.add(DataTypes.FIELD(columns.get(i), prediction.types().get(i)));
    }
    TypeInformation<Row> out = ExternalTypeInfo.of(DataTypes.ROW(fields));
    return input
        .environment()
        .fromDataStream(
            input
                .rows()
                .transform("predict", out, new PredictOperator(model, features, prediction)));
  }
}
