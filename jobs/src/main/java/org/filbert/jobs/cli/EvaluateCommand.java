package org.filbert.jobs.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.PrintWriter;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.filbert.connectors.BadInputException;
import org.filbert.jobs.scoring.Evaluation;
import org.filbert.jobs.scoring.EvaluationDetail;
import org.filbert.jobs.scoring.EvaluationPage;
import org.filbert.jobs.scoring.InputColumns;
import org.filbert.jobs.scoring.JsonText;
import org.filbert.metrics.Classification;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Permutations;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filbert evaluate}. */
@Command(
    name = "evaluate",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert evaluate --model letter --input data/letter-recognition.csv.gz --rows 15001-20000",
      "  filbert evaluate --model letter --input data/letter-recognition.csv.gz --rows 15001-16000"
          + " --importances --page letter.html",
      "  filbert evaluate --model adult --input other-rows.csv --precision 0.9",
      "  filbert evaluate --model houses --sql tables.sql --query 'SELECT * FROM later_houses'"
    },
    description = "Compare a model's predictions with the truth.")
final class EvaluateCommand implements Callable<Integer> {
  private static final int MOST_ROWS = 10_000;

  @Mixin ScoringOptions scoring = new ScoringOptions();

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Also write a page with charts, such as evaluation.html.")
  @Nullable String page;

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      description =
          "Also measure how many numbers lie within the intervals of this probability, such as"
              + " 0.9.")
  @Nullable Double interval;

  @Option(
      names = "--precision",
      paramLabel = "SHARE",
      description =
          "Also find the threshold of the probability of the rarer of two classes that has this"
              + " precision, such as 0.9, and the highest recall.")
  @Nullable Double precision;

  @Option(
      names = "--recall",
      paramLabel = "SHARE",
      description = "Likewise the threshold that has this recall, and the highest precision.")
  @Nullable Double recall;

  @Option(
      names = "--importances",
      description =
          "Also measure how much worse predictions become when the values of a column are shuffled"
              + " among at most 10,000 of the rows, drawn by chance.")
  boolean importances;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "5",
      description = "Shuffle each column so many times (default: ${DEFAULT-VALUE}).")
  int repeats;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of the shuffling (default: ${DEFAULT-VALUE}).")
  long seed;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    return scoring.run(
        spec,
        true,
        (job, model, version) ->
            print(
                version,
                job.evaluate(
                    new EvaluationDetail(
                        optional(interval),
                        optional(precision),
                        optional(recall),
                        importances ? permutations(model) : null))));
  }

  private static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private Permutations permutations(TrainedModel model) {
    if (repeats < 1) {
      throw new IllegalArgumentException("--repeats: found " + repeats + ", allowed 1 or more");
    }
    return new Permutations(
        InputColumns.of(model, InputOptions.trainedOn(model)), repeats, MOST_ROWS, seed);
  }

  private void print(ModelVersion version, Evaluation evaluation) {
    if (evaluation.rows() == 0) {
      String first = evaluation.firstBad();
      throw new BadInputException(
          scoring.input.origin(),
          "found no usable row, allowed one or more" + (first == null ? "" : " (" + first + ")"));
    }
    Classification classes = evaluation.classification();
    if ((precision != null || recall != null) && classes != null && classes.thresholds() == null) {
      throw new BadInputException(
          scoring.input.origin(),
          "found rows of one class alone, or more than 33,554,432 rows; "
              + (precision != null ? "--precision" : "--recall")
              + " needs rows of both classes, and no more");
    }
    if (page != null) {
      new OutputFile("--page", page)
          .write(
              new EvaluationPage(version.toString(), scoring.input.origin(), evaluation, interval)
                  .html());
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonText.indented(new Report(version.name(), version.number(), evaluation)));
    } else {
      new EvaluationText(out).print(version, evaluation);
    }
    out.flush();
  }

  /** The output of {@code --json}. */
  record Report(String model, int version, @JsonUnwrapped Evaluation result) {}
}
