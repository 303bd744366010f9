package org.filbert.jobs.config;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.text.InferredColumns;

/**
 * A whole configuration for a table, from what was found in it.
 *
 * @param name of the run and of its model
 * @param label name or number of the column to be predicted
 * @param task what is predicted
 */
public record ProposedRun(
    String name, ProposedRows rows, InferredColumns columns, String label, TaskKind task) {
  private static final int MOST_CLASSES = 1000;

  /** The exact solution of so many rows takes seconds to minutes. */
  private static final int FEW_ROWS = 30_000;

  /**
   * Proposes a run.
   *
   * @param name of the user; if absent, that of the file
   * @param asked task of the user; if absent, it follows from the label's column
   * @throws BadInputException if the label's column cannot be predicted so
   */
  public static ProposedRun of(
      Optional<String> name,
      ProposedRows rows,
      InferredColumns columns,
      String label,
      Optional<TaskKind> asked) {
    String path = rows.origin();
    TaskKind found = columns.task(label);
    if (asked.filter(TaskKind.REGRESSION::equals).isPresent() && !columns.isNumber(label)) {
      throw new BadInputException(
          path, "found texts in the label column " + label + ", regression needs numbers");
    }
    if (asked.filter(TaskKind.CLASSIFICATION::equals).isPresent()
        && columns.labels(label).size() > MOST_CLASSES) {
      throw new BadInputException(
          path,
          "found more than %s different values in the label column %s, classification allows up to %s; regression predicts numbers"
              .formatted(MOST_CLASSES, label, MOST_CLASSES));
    }
    if (columns.features(label) == 0) {
      throw new BadInputException(
          path,
          "found no column besides the label that could be a feature, allowed one or more; "
              + columns.leftOut(label));
    }
    return new ProposedRun(rows.name(name), rows, columns, label, asked.orElse(found));
  }

  /** The configuration that lists widths and ridges to choose from, with remarks. */
  public String yaml() {
    double sigma = columns.distance(label);
    return yaml(
        "init",
        "  validationFraction: 0.2  # the rows that decide width and ridge\n",
        columns.preprocessing(label),
        String.format(
            Locale.ROOT,
            """
            # Half, once and twice the distance of rows; the best by validation rows is kept.
            kernel: {type: gaussian, sigma: [%s, %s, %s]}
            objective: {lambda: [1e-6, 1e-5, 1e-4, 1e-3]}  # ridge / number of rows
            %s\
            """,
            rounded(sigma / 2),
            rounded(sigma),
            rounded(sigma * 2),
            solver()));
  }

  /**
   * The configuration that leaves its settings to the training.
   *
   * @param test rows, if there are any
   */
  public String automatic(Optional<ProposedRows> test) {
    return yaml(
        "fit",
        test.map(held -> "  test: {%s}\n".formatted(held.inLine())).orElse(""),
        columns.preprocessing(label).replaceFirst("\n", "\n  quantiles: auto\n"),
        """
        kernel: {type: auto, metric: {learn: auto}}
        objective: {ridge: auto%s}
        system: auto
        solver: auto
        """
            .formatted(task == TaskKind.REGRESSION ? ", target: auto" : ", classWeights: auto"));
  }

  /** The configuration that learns from the rows one after the other. */
  public String ofStream() {
    return beginning("init --stream", "input:\n" + rows.ofStream()) + columns.ofStream(label);
  }

  private String yaml(String command, String heldOut, String preprocessing, String settings) {
    String unlabelled =
        columns.unlabelled(label) > 0
            ? String.format(
                Locale.ROOT,
                "  onBadRecord: quarantine  # %,d rows have no label\n",
                columns.unlabelled(label))
            : "";
    return beginning(command, "data:\n  train:\n" + rows.lines())
        + heldOut
        + unlabelled
        + preprocessing
        + settings;
  }

  /**
   * The lines up to the rows' place and format.
   *
   * @param section of the rows, up to their format
   */
  private String beginning(String command, String section) {
    return String.format(
        Locale.ROOT,
        """
        # Written by filbert %s from %,d rows: change what is not so. All keys: docs/reference/configuration.md
        name: %s
        task: %s
        %s    format: %s
        """,
        command,
        columns.records(),
        name,
        task.name().toLowerCase(Locale.ROOT),
        section,
        columns.format(label));
  }

  /** What the run predicts from what, in a line. */
  public String described() {
    return String.format(
        Locale.ROOT,
        "%s of %s%s, from %,d columns and %s%,d rows",
        task.name().toLowerCase(Locale.ROOT),
        label,
        task == TaskKind.CLASSIFICATION
            ? String.format(Locale.ROOT, " (%,d classes)", columns.labels(label).size())
            : "",
        columns.features(label),
        columns.isComplete() ? "" : "the first ",
        columns.records());
  }

  private String solver() {
    return columns.isComplete() && columns.records() <= FEW_ROWS
        ? "solver: {type: block-coordinate-descent, blockSize: 2000, epochs: 20, patience: 3}\n"
        : """
        system: {type: nystrom, landmarks: 4000}  # too many rows for the exact solution
        solver: {type: block-coordinate-descent, blockSize: 1000, epochs: 20, patience: 3}
        """;
  }

  private static String rounded(double sigma) {
    return new BigDecimal(sigma).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }
}
