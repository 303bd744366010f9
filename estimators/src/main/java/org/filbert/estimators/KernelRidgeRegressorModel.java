package org.filbert.estimators;

import java.io.IOException;
import java.util.List;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.filbert.calibration.Intervals;

/**
 * Adds the predicted number to each row; with {@code intervalCol} also the ends of an interval in
 * which a new row's label lies with the probability {@code coverage}, which a model has that was
 * trained with {@code validationFraction}. As with {@link KernelRidgeClassifierModel} the model
 * stays in its model store.
 */
public final class KernelRidgeRegressorModel extends KernelRidgeModel<KernelRidgeRegressorModel>
    implements HasIntervalCol<KernelRidgeRegressorModel> {
  private static final long serialVersionUID = 1L;

  @Override
  public Table[] transform(Table... inputs) {
    InputTable input = InputTable.only(inputs);
    input.requireNew("predictionCol", getPredictionCol());
    String interval = getIntervalCol();
    if (interval == null) {
      return predicted(input, new Prediction.OfNumber(null), List.of(getPredictionCol()));
    }
    input.requireNew("intervalCol", interval);
    check(
        model -> {
          if (!(model.calibration() instanceof Intervals)) {
            throw new IllegalArgumentException(
                "intervalCol is given, but the model has no intervals: fit it with"
                    + " validationFraction");
          }
          model.margins(getCoverage()); // refuses one that needs more validation rows
        });
    return predicted(
        input, new Prediction.OfNumber(getCoverage()), List.of(getPredictionCol(), interval));
  }

  public static KernelRidgeRegressorModel load(StreamTableEnvironment environment, String path)
      throws IOException {
    KernelRidgeRegressorModel model = ReadWriteUtils.loadStageParam(path);
    model.use(StoredModel.savedIn(path));
    return model;
  }
}
