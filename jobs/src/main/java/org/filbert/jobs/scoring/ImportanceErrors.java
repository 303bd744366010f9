package org.filbert.jobs.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.filbert.operators.scoring.Permutations;

/** Adds the rows of the passes of {@link Permutations}, one pass after the other. */
final class ImportanceErrors {
  private final Permutations permutations;
  private final Supplier<RowErrors> errors;
  private final List<Double> losses = new ArrayList<>();
  private RowErrors current;
  private int pass = 1;
  private long rows;

  /**
   * Begins without rows.
   *
   * @param errors makes the errors of a pass
   */
  ImportanceErrors(Permutations permutations, Supplier<RowErrors> errors) {
    this.permutations = permutations;
    this.errors = errors;
    this.current = errors.get();
  }

  /** The errors that a row of a pass goes to. */
  RowErrors of(int ofPass) {
    if (ofPass != pass) {
      end();
      pass = ofPass;
    }
    rows += pass == 1 ? 1 : 0;
    return current;
  }

  private void end() {
    losses.add(current.loss());
    current = errors.get();
  }

  Importances result() {
    end();
    List<Importances.OfColumn> columns = new ArrayList<>();
    int repeats = permutations.repeats();
    for (int j = 0; j < permutations.columns().size(); j++) {
      double[] own =
          losses.subList(1 + j * repeats, 1 + (j + 1) * repeats).stream()
              .mapToDouble(loss -> loss - losses.get(0))
              .toArray();
      double mean = Arrays.stream(own).sum() / repeats;
      double squares = Arrays.stream(own).map(value -> (value - mean) * (value - mean)).sum();
      columns.add(
          new Importances.OfColumn(
              permutations.columns().get(j).name(),
              mean,
              repeats == 1 ? 0 : Math.sqrt(squares / (repeats - 1))));
    }
    columns.sort(Comparator.comparingDouble(Importances.OfColumn::increase).reversed());
    return new Importances(current.lossName(), rows, repeats, losses.get(0), columns);
  }
}
