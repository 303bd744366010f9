package org.filbert.train.columns;

import java.util.List;
import java.util.OptionalInt;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * How records become rows of a matrix.
 *
 * @param scaling of the features
 * @param storage dense or sparse rows
 * @param text how documents become rows; null if the records are numbers
 * @param features number of features of sparse records; absent: that of the widest record of all
 *     roles, since held-out records may have features that no training record has
 * @param centreTargets whether the means of regression targets are subtracted
 * @param names of the features, for messages; none if they are not known
 * @param table how cells become numbers; null if the records have none
 * @param quantiles whether numbers become the normal quantiles of their ranks
 */
public record PreprocessingOptions(
    Scaling scaling,
    Storage storage,
    @Nullable TextOptions text,
    OptionalInt features,
    boolean centreTargets,
    List<String> names,
    @Nullable TableOptions table,
    Quantiles quantiles) {
  /** Dense or sparse records of numbers as they are. */
  public static final PreprocessingOptions NONE =
      new PreprocessingOptions(
          new Scaling.None(), Storage.AUTO, null, OptionalInt.empty(), true, List.of(), null);

  /** Options of numbers that stay as they are scaled. */
  public PreprocessingOptions(
      Scaling scaling,
      Storage storage,
      @Nullable TextOptions text,
      OptionalInt features,
      boolean centreTargets,
      List<String> names,
      @Nullable TableOptions table) {
    this(scaling, storage, text, features, centreTargets, names, table, Quantiles.NONE);
  }

  public PreprocessingOptions {
    names = List.copyOf(names);
    if (text != null && !(scaling instanceof Scaling.None)) {
      throw new IllegalArgumentException("scaling is given with text, which has weights instead");
    }
    if (text != null && table != null) {
      throw new IllegalArgumentException(
          "text is given with columns, which have it as the type of a column");
    }
    if (text != null && quantiles != Quantiles.NONE) {
      throw new IllegalArgumentException("quantiles are given with text, which has no numbers");
    }
    if (text != null && storage == Storage.DENSE) {
      throw new IllegalArgumentException("storage is dense, must be auto or sparse for text");
    }
  }

  /** The same for the records that cells have become. */
  public PreprocessingOptions encoded(TableEncoder encoder) {
    return new PreprocessingOptions(
        scaling,
        storage,
        null,
        OptionalInt.of(encoder.features()),
        centreTargets,
        encoder.featureNames(),
        table,
        quantiles);
  }

  /** The same with numbers that become normal quantiles of their ranks, or not. */
  public PreprocessingOptions with(Quantiles other) {
    return new PreprocessingOptions(
        scaling, storage, text, features, centreTargets, names, table, other);
  }

  public PreprocessingOptions with(Scaling other) {
    return new PreprocessingOptions(
        other, storage, text, features, centreTargets, names, table, quantiles);
  }

  public PreprocessingOptions with(Storage other) {
    return new PreprocessingOptions(
        scaling, other, text, features, centreTargets, names, table, quantiles);
  }

  /** The same with columns, whose cells the records have. */
  public PreprocessingOptions with(TableOptions columns) {
    return new PreprocessingOptions(
        scaling, storage, text, features, centreTargets, names, columns, quantiles);
  }
}
