package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.flink.configuration.Configuration;
import org.filbert.connectors.TaskKind;
import org.filbert.jobs.config.training.SearchSpace;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.training.TuningConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.AtExit;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunFailedException;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.TrainingJob;
import org.filbert.jobs.training.report.Choice;
import org.filbert.jobs.training.report.ChoiceReport;
import org.filbert.jobs.training.report.TunedTrial;
import org.filbert.train.method.Measure;

/**
 * Trains the model of a configuration, whose settings are chosen first where it leaves a choice:
 * each trial is a {@link TrainingJob} in a directory of its own, and the last one, with the chosen
 * settings, is the run's.
 */
public final class TuningJob {
  /** Times that a list is extended. */
  private static final int MOST_EXTENSIONS = 3;

  /** Trials that fail before any has a result, after which the search ends. */
  private static final int MOST_FAILURES = 3;

  private final TrainConfig config;
  private final ProjectPaths paths;
  private final Configuration flink;
  private final TrialConfigs configs;
  private final Measure by;

  /**
   * Prepares a training.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   */
  public TuningJob(TrainConfig config, ProjectPaths paths, Configuration flink) {
    this.config = config;
    this.paths = paths;
    this.flink = flink;
    this.configs = new TrialConfigs(config);
    this.by = config.choose().measure(config.task() == TaskKind.CLASSIFICATION);
  }

  /**
   * Chooses the settings, if there is a choice, and trains.
   *
   * @param strict whether what would be a warning of the rows or the model ends the run
   */
  public void run(RunStart start, boolean strict, PrintWriter out) throws Exception {
    if (!config.hasChoice() && !config.refits() && config.calibrationFolds() == 0) {
      new TrainingJob(config, paths, flink).run(start, strict, out);
      return;
    }
    if (start.hasEnded()) {
      out.println(start.directory() + ": the run has ended");
      return;
    }
    if (Application.ofProcess().detached()) {
      throw new ConfigException(
          "tuning, lists of ridges and widths and calibration.folds need several jobs, which this"
              + " process starts one after another: run it attached, without -d");
    }
    if (Application.ofProcess().job().isPresent()) {
      throw new ConfigException(
          "tuning, lists of ridges and widths and calibration.folds need several jobs, an"
              + " application of a highly available cluster has one: use --cluster");
    }
    if (config.calibrationFolds() > 0) {
      new FoldsJob(config, paths, flink).run(start, strict, out);
      return;
    }
    List<Map<String, JsonNode>> trials = trials();
    for (int i = 0; i < trials.size(); i++) {
      configs.trial("trial " + (i + 1), trials.get(i), 1, 0, "models");
    }
    new TrainingJob(config, paths, flink).check();
    start.create();
    Search search = new Search(start, strict, out);
    int best;
    AtExit advice = advice(start, config, out);
    try {
      best = search.best(trials);
    } finally {
      advice.forget();
    }
    search.train(best);
  }

  /** Tells how to go on if the process ends before this is forgotten. */
  static AtExit advice(RunStart start, TrainConfig config, PrintWriter out) {
    return AtExit.run(
        "filbert-advice",
        Application.ofProcess().onJobManager()
            ? () -> {}
            : () -> {
              out.println();
              out.println(
                  "interrupted: " + start.resumption("train", config.checkpoint()).advice());
              out.flush();
            });
  }

  /** The start of the last training of a run whose directory earlier ones have begun. */
  static RunStart begun(RunStart start) {
    return start.occasion() == RunStart.Occasion.NEW
        ? new RunStart(
            start.directory(), start.identity(), RunStart.Occasion.AGAIN, Optional.empty())
        : start;
  }

  /** The trials of the first round. */
  private List<Map<String, JsonNode>> trials() {
    SearchSpace lists = config.lists();
    Optional<TuningConfig> tuning = config.tuning();
    if (tuning.isEmpty()) {
      return lists.grid();
    }
    SearchSpace space = tuning.get().over().with(lists);
    return tuning.get().search() == TuningConfig.Search.GRID
        ? space.grid()
        : space.draw(tuning.get().seed(), tuning.get().draws());
  }

  /** A search under way. */
  private final class Search {
    private final RunStart start;
    private final boolean strict;
    private final PrintWriter out;
    private final RunDirectory directory;
    private final List<Tried> tried = new ArrayList<>();
    private int trainings;
    private int failures;

    Search(RunStart start, boolean strict, PrintWriter out) {
      this.start = start;
      this.strict = strict;
      this.out = out;
      this.directory = new RunDirectory(start.directory());
    }

    /** Number of the best of all trials. */
    int best(List<Map<String, JsonNode>> trials) throws Exception {
      Rounds rounds =
          config.tuning().map(search -> Rounds.of(search, trials.size())).orElse(Rounds.ONE);
      double work = rounds.work(trials.size()) * configs.folds();
      TuningProgress progress = new TuningProgress(by, work, out);
      progress.say(
          "%s: %s trials, chosen by %s of validation rows"
              .formatted(config.name(), trials.size(), by.label()));
      List<Map<String, JsonNode>> left = trials;
      for (double budget : rounds.budgets()) {
        List<Tried> round = round(left, budget, progress);
        List<Map<String, JsonNode>> before = left;
        left =
            rounds.survivors(round.stream().map(Tried::loss).toList()).stream()
                .map(before::get)
                .toList();
        if (left.isEmpty()) {
          throw failed("all trials failed, the last one: " + round.get(round.size() - 1).failure());
        }
      }
      if (config.tuning().isEmpty()) {
        extend(progress);
      }
      return Tried.best(tried).orElseThrow();
    }

    /** Runs trials, those that can be together in one training. */
    private List<Tried> round(
        List<Map<String, JsonNode>> trials, double budget, TuningProgress progress)
        throws Exception {
      Tried[] round = new Tried[trials.size()];
      for (SharedTrials together : SharedTrials.of(trials, config.from().isEmpty())) {
        List<Tried> ended = run(together, trials, budget, progress);
        for (int m = 0; m < ended.size(); m++) {
          round[together.members().get(m)] = ended.get(m);
        }
      }
      List<Tried> ended = List.of(round);
      tried.addAll(ended);
      forgetModels();
      keepTable();
      return ended;
    }

    private List<Tried> run(
        SharedTrials together,
        List<Map<String, JsonNode>> trials,
        double budget,
        TuningProgress progress)
        throws Exception {
      List<TrialTraining> folds = new ArrayList<>();
      List<TrialResult> results = new ArrayList<>();
      String failure = null;
      boolean kept = true;
      for (int fold = 0; fold < configs.folds() && failure == null; fold++) {
        TrialTraining training = training(together, budget, fold);
        Optional<TrialResult> before = training.kept();
        TrialResult result = before.isPresent() ? before.get() : run(training);
        kept &= before.isPresent();
        folds.add(training);
        results.add(result);
        failure = result.failure();
        if (fold > 0) {
          training.forgetModel();
        }
      }
      List<Tried> ended = new ArrayList<>();
      if (failure != null && together.members().size() > 1) { // one may have failed for all
        for (int member : together.members()) {
          ended.addAll(
              run(SharedTrials.alone(member, trials.get(member)), trials, budget, progress));
        }
        return ended;
      }
      int members = together.members().size();
      double seconds = results.stream().mapToDouble(TrialResult::seconds).sum() / members;
      for (int m = 0; m < members; m++) {
        Tried trial =
            new Tried(
                trials.get(together.members().get(m)),
                budget,
                failure == null ? TrialResult.mean(results, m) : null,
                seconds,
                failure,
                folds.get(0));
        ended.add(trial);
        progress.ended(trial, budget * configs.folds(), kept);
      }
      failures = failure == null ? Integer.MIN_VALUE : failures + 1;
      if (failures >= MOST_FAILURES) {
        throw failed("the first %s trials failed, the last one: %s".formatted(failures, failure));
      }
      return ended;
    }

    /** A search without any model, whose directory another run may take. */
    private ConfigException failed(String reason) {
      directory.fail(reason);
      return new ConfigException(reason);
    }

    private TrialResult run(TrialTraining training) throws Exception {
      try {
        return training.run(paths, flink, strict);
      } catch (RunFailedException e) {
        if (trainings == 1 && e.resumption().isEmpty()) { // there is nothing to go on with
          directory.fail(String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
          throw e;
        }
        throw start.resumption("train", config.checkpoint()).failed(e);
      }
    }

    /** The next training, in the next directory. */
    private TrialTraining training(SharedTrials together, double budget, int fold) {
      trainings++;
      String place = TrialTraining.directory(directory, trainings);
      return new TrialTraining(
          configs.trial(
              "training " + trainings,
              together.settings(),
              budget,
              fold,
              TrialTraining.store(place)),
          together.members().size(),
          place,
          start.identity().workers());
    }

    /** Deletes the models of all trials but the best one. */
    private void forgetModels() throws IOException {
      OptionalInt best = Tried.best(tried);
      Tried kept = best.isPresent() ? tried.get(best.getAsInt()) : null;
      for (Tried trial : tried) {
        if (kept == null || !trial.training().equals(kept.training())) {
          trial.training().forgetModel();
        }
      }
    }

    /** Tries further values of lists on whose edge the best trial lies. */
    private void extend(TuningProgress progress) throws Exception {
      for (int time = 0; ; time++) {
        int best = Tried.best(tried).orElseThrow();
        ListExtension extension = new ListExtension(tried, best);
        Map<String, Double> next = extension.values();
        if (next.isEmpty()) {
          return;
        }
        String edge =
            "the best trial, %s, lies on the edge of %s"
                .formatted(
                    TrialConfigs.described(tried.get(best).settings()),
                    String.join(" and ", next.keySet()));
        if (time == MOST_EXTENSIONS) {
          progress.say(edge + " still: a longer list may have a better one");
          return;
        }
        progress.say(edge + ": the list goes on with " + next);
        List<Map<String, JsonNode>> more = extension.trials(next);
        progress.expect((double) more.size() * configs.folds());
        round(more, 1, progress);
      }
    }

    private Choice choice(OptionalInt best, String calibratedBy) {
      List<TunedTrial> trials = new ArrayList<>();
      for (int i = 0; i < tried.size(); i++) {
        trials.add(tried.get(i).shown(i + 1, by, best.isPresent() && best.getAsInt() == i));
      }
      return new Choice(by.label(), by.higherIsBetter(), trials, config.refits(), calibratedBy);
    }

    private void keepTable() {
      directory.write(RunDirectory.TUNING, new ChoiceReport(choice(Tried.best(tried), "")).csv());
    }

    /** Trains the model with the settings of a trial. */
    void train(int best) throws Exception {
      Tried chosen = tried.get(best);
      Choice choice = choice(OptionalInt.of(best), config.refits() ? calibrated(chosen) : "");
      new ChoiceReport(choice).lines().forEach(out::println);
      out.println(
          config.refits()
              ? "training with the chosen settings on all rows, validation rows too"
              : "training with the chosen settings");
      TrainConfig settings =
          configs.chosen(
              chosen.settings(),
              config.refits() && chosen.result() != null
                  ? OptionalInt.of(chosen.result().epoch())
                  : OptionalInt.empty());
      new TrainingJob(settings, paths, flink, choice).run(begun(start), strict, out);
      chosen.training().forgetModel();
    }

    /** A store with a model of a trial's settings that has not seen the validation rows. */
    private String calibrated(Tried chosen) throws Exception {
      String store = TrialTraining.store(chosen.training().directory());
      if (chosen.result() != null
          && chosen.result().kept()
          && new RunDirectory(store).has(config.name())) {
        return store;
      }
      TrialTraining alone = training(SharedTrials.alone(0, chosen.settings()), 1, 0);
      if (alone.kept().isEmpty()) {
        run(alone);
      }
      return TrialTraining.store(alone.directory());
    }
  }
}
