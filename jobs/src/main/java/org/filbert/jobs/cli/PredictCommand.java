package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.scoring.PredictionDetail;
import org.filbert.jobs.scoring.Predictions;
import org.filbert.jobs.scoring.TopicScoring;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code filbert predict}. */
@Command(
    name = "predict",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert predict --model letter --input rows.csv --no-label --output predictions.csv",
      "  filbert predict --model letter@3 --input rows.csv --scores --output scores.jsonl",
      "  filbert predict --model letter --input rows.csv --probabilities --output p.csv",
      "  filbert predict --model adult --input rows.csv --keep id,name --output p.csv",
      "  filbert predict --model houses --sql tables.sql --query 'SELECT * FROM later_houses'"
          + " --into predicted",
      "  filbert predict --model letter --topic letters letters-scored --dead-letters rejected"
    },
    description = "Write a model's predictions for rows of files, of a query or of a topic.")
final class PredictCommand implements Callable<Integer> {
  @Mixin ScoringOptions scoring = new ScoringOptions();

  @Mixin TopicOptions topic = new TopicOptions();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "File of the predictions: .csv, or .jsonl for JSON lines. Required without --into and"
              + " --topic.")
  String output = "";

  @Option(
      names = "--into",
      paramLabel = "TABLE",
      description =
          "In place of --output: insert the predictions into this table of --sql, whose columns are"
              + " filled by name from the query and from what the model says: prediction, scores,"
              + " probability, probabilities, lower, upper, model_version.")
  String into = "";

  @Option(names = "--scores", description = "Also write the scores of all classes.")
  boolean withScores;

  @Option(names = "--probabilities", description = "Also write the probabilities of all classes.")
  boolean withProbabilities;

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      description =
          "Also write an interval around each number that the truth lies within with this"
              + " probability, such as 0.9.")
  @Nullable Double interval;

  @Option(
      names = "--threshold",
      paramLabel = "CLASS=P",
      description = "Predict this one of two classes from this probability on (default: by score).")
  @Nullable String threshold;

  @Option(
      names = "--explain",
      description =
          "Also write how much each input added to the score of the prediction: Shapley values,"
              + " exact for gaussian and laplacian kernels and k-pq with p = q, else sampled, with"
              + " their error.")
  boolean explain;

  @Option(
      names = "--keep",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Also write these columns of the input, such as an id, by name or number; commas separate"
              + " them.")
  List<String> kept = List.of();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (!into.isEmpty()) {
      if (topic.isGiven() || !output.isEmpty() || !kept.isEmpty() || withDetail()) {
        throw new IllegalArgumentException(
            "--into: found with --topic, --output, --keep, --scores, --probabilities, --threshold"
                + " or --explain, allowed without them: its columns say what is written");
      }
      return scoring.insert(spec, into, optional(interval));
    }
    if (topic.isGiven()) {
      if (!output.isEmpty() || !kept.isEmpty() || explain) {
        throw new IllegalArgumentException(
            "--topic: found with --output, --keep or --explain, allowed without them");
      }
      return topic.run(
          spec,
          scoring,
          new TopicScoring.Detail(withScores, withProbabilities, optional(interval), threshold));
    }
    if (output.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Missing required option: '--output=FILE'");
    }
    return scoring.run(
        spec,
        false,
        (job, model, version) -> {
          Predictions done =
              job.predict(
                  ProjectPaths.ofProcess().output(output),
                  new PredictionDetail(
                      withScores, withProbabilities, optional(interval), kept, threshold, explain));
          PrintWriter out = spec.commandLine().getOut();
          out.printf(
              Locale.ROOT, "%,d rows predicted by %s into %s%n", done.rows(), version, output);
          Coverage text = done.text();
          if (text != null) {
            out.printf(
                Locale.ROOT,
                "%,d n-grams, %,d not in the vocabulary; %,d empty documents%n",
                text.nGrams(),
                text.unknown(),
                text.empty());
          }
          TableCounts cells = done.cells();
          if (cells != null && cells.allMissing() + cells.allUnseen() > 0) {
            out.printf(
                Locale.ROOT,
                "%,d missing cells, %,d categories that the training rows did not have%n",
                cells.allMissing(),
                cells.allUnseen());
          }
          if (done.farRows() > 0) {
            out.printf(
                Locale.ROOT,
                "%,d rows are beyond what the model has learned from%n",
                done.farRows());
          }
          if (done.quarantine() != null) {
            out.printf(
                Locale.ROOT, "%,d bad records, see %s%n", done.quarantined(), done.quarantine());
          }
          out.flush();
        });
  }

  private boolean withDetail() {
    return withScores || withProbabilities || threshold != null || explain;
  }

  private static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
