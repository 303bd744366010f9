package org.filbert.store;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.Outputs;
import org.filbert.data.TargetTransform;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.KernelType;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.filbert.model.Importances;
import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RobustScaling;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.store.codec.KryoCodec;
import org.filbert.store.codec.Registrations;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.table.TextColumn;
import org.filbert.table.ValueType;
import org.filbert.text.Analysis;
import org.filbert.text.Encoding;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;

/**
 * The records in stored models by their ids. An id stands for these components in this order for
 * ever: a record that gets further ones gets a new id, and the former one is still read. A kernel
 * without an id is stored by the name of its type, with the names of its parameters.
 */
final class StoredClasses {
  static final Map<Integer, Class<?>> BY_ID =
      Map.ofEntries(
          Map.entry(64, Preprocessing.class),
          Map.entry(65, TextPreprocessing.class),
          Map.entry(66, Encoding.class),
          Map.entry(67, Analysis.class),
          Map.entry(68, Weights.class),
          Map.entry(69, Vocabulary.class),
          Map.entry(71, TargetTransform.class),
          Map.entry(72, Outputs.Classes.class),
          Map.entry(75, Outputs.Targets.class),
          Map.entry(76, Sigmoid.class),
          Map.entry(77, NormalisedSigmoids.class),
          Map.entry(78, Softmax.class),
          Map.entry(79, Intervals.class),
          Map.entry(80, Gaussian.class),
          Map.entry(81, Laplacian.class),
          Map.entry(82, Exponential.class),
          Map.entry(83, Cauchy.class),
          Map.entry(84, Matern.class),
          Map.entry(85, Polynomial.class),
          Map.entry(86, Linear.class),
          Map.entry(97, RandomFourier.Form.class),
          Map.entry(98, Hashing.class),
          Map.entry(99, TensorSketch.class),
          Map.entry(104, RandomBinning.class),
          Map.entry(112, TablePreprocessing.class),
          Map.entry(113, TableEncoder.class),
          Map.entry(116, CategoryColumn.class),
          Map.entry(117, DateColumn.class),
          Map.entry(118, TextColumn.class),
          Map.entry(119, CellKind.class),
          Map.entry(120, DatePart.class),
          Map.entry(121, JoinedFourier.class),
          Map.entry(122, ScaledRows.class),
          Map.entry(123, RobustScaling.class),
          Map.entry(140, PoweredExponential.class),
          Map.entry(142, LearnedMetric.class),
          Map.entry(143, Importances.class),
          Map.entry(144, Importances.Direction.class),
          Map.entry(145, NormalScores.class),
          Map.entry(150, RandomFourier.class),
          Map.entry(151, NumberColumn.class),
          Map.entry(160, TableColumn.class),
          Map.entry(161, ValueType.class));

  private static final List<Registrations.Former> FORMER =
      List.of(
          new Registrations.Former(73, Outputs.Targets.class, 1),
          new Registrations.Former(74, Outputs.Targets.class, 2),
          new Registrations.Former(96, RandomFourier.class, 5),
          new Registrations.Former(114, TableColumn.class, 3),
          new Registrations.Former(115, NumberColumn.class, 4),
          new Registrations.Former(141, LearnedMetric.class, 3),
          new Registrations.Former(152, TableColumn.class, 4));

  private static final Map<String, Class<?>> BY_NAME =
      KernelType.all().stream()
          .filter(type -> !BY_ID.containsValue(type.kernel()))
          .collect(Collectors.toMap(KernelType::name, KernelType::kernel));

  private StoredClasses() {}

  static KryoCodec codec() {
    return new KryoCodec(
        new Registrations(
            new TreeMap<>(BY_ID), BY_NAME, FORMER, StoredClasses.class.getClassLoader()));
  }
}
