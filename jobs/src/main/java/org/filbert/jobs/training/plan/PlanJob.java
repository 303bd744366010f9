package org.filbert.jobs.training.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.filbert.connectors.read.Input;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.training.TrainingJob;
import org.filbert.jobs.training.report.RunNumerics;
import org.filbert.train.Forecast;
import org.filbert.train.TrainingSpec;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.jspecify.annotations.Nullable;

/** Plans the training of a configuration, without running it. */
public final class PlanJob {
  /** Time of a recommendation where the configuration has no budget. */
  private static final double SECONDS = 900;

  private static final int MOST_WORKERS = 128;
  private static final List<Long> ROWS = List.of(100_000L, 1_000_000L, 10_000_000L);

  /**
   * What is asked.
   *
   * @param rows training rows to plan for; absent: those of the configuration
   * @param workers on all machines together; absent: the configuration's, on each machine
   * @param scale whether more rows and more machines are planned too
   */
  public record Question(
      OptionalLong rows,
      OptionalInt workers,
      int machines,
      Forecast.Network network,
      boolean scale) {}

  private final TrainConfig config;
  private final ProjectPaths paths;
  private final Question question;

  public PlanJob(TrainConfig config, ProjectPaths paths, Question question) {
    this.config = config;
    this.paths = paths;
    this.question = question;
  }

  /**
   * Reads the rows and plans.
   *
   * @throws RefusedException as the training does
   */
  public PlannedRun run() throws IOException {
    List<Input> inputs = new TrainingJob(config, paths, new Configuration()).inputs();
    TrainConfig named = config.withColumnsOf(inputs.get(0).dataSet().format());
    TrainingSpec spec = named.spec();
    PlanSample sample =
        PlanSample.read(inputs, question.rows, spec.validationFraction(), spec.seed());
    int workers = question.workers.orElse(config.workers() * question.machines);
    Forecast.Site site = site(workers, question.machines);
    int measuring = Math.min(site.perMachine(), Runtime.getRuntime().availableProcessors());
    try (Forecast forecast =
        new Forecast(
            spec, sample.rows(), measuring, RunNumerics.of(config.backend()).backend(measuring))) {
      return planned(forecast, spec, sample.size(), site);
    }
  }

  private PlannedRun planned(
      Forecast forecast, TrainingSpec spec, Forecast.Size size, Forecast.Site site) {
    Forecast.@Nullable Outlook outlook = null;
    @Nullable String refusal = null;
    try {
      outlook = forecast.of(spec, size, site);
    } catch (OutOfMemoryByPlanException e) {
      refusal = e.getMessage();
    }
    List<PlannedRun.Choice> choices = new ArrayList<>();
    for (PlanCandidate candidate : PlanCandidate.of(spec, size.train())) {
      Optional<PlanEstimate> estimate =
          estimate(forecast, candidate.spec(), candidate.system(), candidate.solver(), size, site);
      choices.add(
          new PlannedRun.Choice(candidate.system(), candidate.solver(), estimate.orElse(null)));
    }
    double budget = spec.budget().seconds().orElse(SECONDS);
    return new PlannedRun(
        config.name(),
        forecast.notices(),
        outlook,
        outlook == null
            ? null
            : PlanEstimate.of(system(outlook.spec()), solver(outlook.spec()), outlook, site),
        refusal,
        choices,
        budget,
        recommended(choices, budget),
        question.scale ? scaled(forecast, spec, size, site) : List.of());
  }

  private static PlannedRun.@Nullable Choice recommended(
      List<PlannedRun.Choice> choices, double budget) {
    return choices.stream()
        .filter(choice -> choice.estimate() != null && choice.estimate().seconds() <= budget)
        .findFirst()
        .orElse(null);
  }

  private Optional<PlanEstimate> estimate(
      Forecast forecast,
      TrainingSpec spec,
      String system,
      String solver,
      Forecast.Size size,
      Forecast.Site site) {
    try {
      return Optional.of(PlanEstimate.of(system, solver, forecast.of(spec, size, site), site));
    } catch (OutOfMemoryByPlanException | RefusedException e) {
      return Optional.empty();
    }
  }

  /** The same configuration for more rows, on more machines with as many workers each. */
  private List<PlannedRun.Scale> scaled(
      Forecast forecast, TrainingSpec spec, Forecast.Size size, Forecast.Site site) {
    TreeSet<Long> rows = new TreeSet<>(question.rows.isPresent() ? List.of() : ROWS);
    rows.add(size.train());
    int here = site.perMachine();
    List<PlannedRun.Scale> all = new ArrayList<>();
    for (long n : rows) {
      Forecast.Size larger = new Forecast.Size(n, size.validation(), size.test());
      for (int machines = 1; machines * here <= MOST_WORKERS; machines *= 2) {
        Forecast.Site more = site(machines * here, machines);
        all.add(
            new PlannedRun.Scale(
                n,
                machines,
                more.workers(),
                estimate(forecast, spec, system(spec), solver(spec), larger, more).orElse(null)));
      }
    }
    return all;
  }

  private Forecast.Site site(int workers, int machines) {
    return new Forecast.Site(
        workers, machines, machines == 1 ? Forecast.Network.WITHIN_A_PROCESS : question.network);
  }

  private static String system(TrainingSpec spec) {
    return spec.methodName().substring(spec.methodName().indexOf('/') + 1);
  }

  private static String solver(TrainingSpec spec) {
    return spec.methodName().substring(0, spec.methodName().indexOf('/'));
  }
}
