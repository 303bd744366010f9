package org.filbert.store.codec;

import java.util.List;
import java.util.stream.Stream;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.features.GaussianSketch;
import org.filbert.features.HadamardSketch;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.KernelType;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.online.baseline.LinearRegression;
import org.filbert.online.baseline.LogisticRegression;
import org.filbert.online.baseline.Majority;
import org.filbert.online.baseline.Mean;
import org.filbert.online.baseline.NoChange;
import org.filbert.table.CategoryColumn;
import org.filbert.table.DateColumn;
import org.filbert.table.NumberColumn;
import org.filbert.table.TextColumn;

/**
 * The records that stand in the bytes for an interface which is not sealed: the registered kernels,
 * and those that are listed here.
 */
public final class OpenTypes {
  private static final List<Class<?>> LISTED =
      List.of(
          RandomFourier.class,
          JoinedFourier.class,
          Hashing.class,
          TensorSketch.class,
          HadamardSketch.class,
          GaussianSketch.class,
          SquareLoss.class,
          LogisticLoss.class,
          SquaredHingeLoss.class,
          SoftmaxLoss.class,
          HingeLoss.class,
          Sigmoid.class,
          NormalisedSigmoids.class,
          Softmax.class,
          Preprocessing.class,
          TextPreprocessing.class,
          TablePreprocessing.class,
          ScaledRows.class,
          LearnedMetric.class,
          NormalScores.class,
          NumberColumn.class,
          CategoryColumn.class,
          DateColumn.class,
          TextColumn.class,
          KernelExpansion.class,
          RandomFeatures.class,
          RandomBins.class,
          DoublyStochastic.class,
          Majority.class,
          NoChange.class,
          Mean.class,
          LogisticRegression.class,
          LinearRegression.class);

  private OpenTypes() {}

  /** The records that implement an interface; empty if it is none of these. */
  public static List<Class<?>> of(Class<?> type) {
    return Stream.concat(KernelType.all().stream().map(KernelType::kernel), LISTED.stream())
        .filter(type::isAssignableFrom)
        .toList();
  }
}
