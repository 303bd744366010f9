package org.filbert.jobs.online;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.Location;
import org.filbert.connectors.stream.RowRule;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.jobs.config.ConfigText;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.linalg.Backend;
import org.filbert.model.Preprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.Prediction;
import org.filbert.online.progressive.ProgressiveRun;
import org.filbert.online.progressive.Report;
import org.filbert.operators.online.BatchOptions;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.filbert.store.codec.KryoCodec;
import org.filbert.workers.Key;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * A stream of numbers that comes from this process: the program of {@code train-online} on threads,
 * without Flink and without files. As many workers learn the same, to the last bit.
 */
final class LocalStream implements AutoCloseable {
  private static final List<Key.Tier> KEPT = List.of(Key.Tier.CONSTANT, Key.Tier.STORED);

  private final OnlineConfig config;
  private final ProgressiveRun program;
  private final RowRule rule;
  private final BatchOptions batches;
  private final KryoCodec codec;
  private final List<Worker> workers;
  private final LocalWorkers threads;
  private ProgressiveRun.State state;

  private LocalStream(OnlineConfig config, int features, int count) {
    this.config = config;
    OnlineLoop loop =
        new OnlineLoop(
            new ConfigText<>(config),
            count,
            features,
            "",
            "",
            config.name(),
            0,
            false,
            ExplainedInputs.NONE);
    program = loop.program();
    rule = RowSettings.rule(config, features);
    batches = RowSettings.batches(config, features, Optional.empty(), null);
    codec = KryoCodec.byNames(program.messages());
    Backend backend = loop.backend(count);
    workers = IntStream.range(0, count).mapToObj(i -> new Worker(i, count, backend)).toList();
    threads = new LocalWorkers(workers);
    state = program.start(threads);
  }

  /**
   * Begins a stream, or goes on with one.
   *
   * @param kept what {@link #keep} wrote; null for a new stream
   */
  static LocalStream open(OnlineConfig config, @Nullable Path kept) throws IOException {
    if (config.preprocessing().isPresent() || config.from().isPresent()) {
      throw new IllegalArgumentException(
          "preprocessing or from is given, allowed in train-online alone");
    }
    int features =
        config
            .rows()
            .features()
            .orElseThrow(() -> new IllegalArgumentException("rows.features is missing"));
    if (kept == null) {
      return new LocalStream(config, features, config.workers());
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(kept)))) {
      LocalStream stream = new LocalStream(config, features, in.readInt());
      stream.read(in);
      return stream;
    }
  }

  private void read(DataInputStream in) throws IOException {
    state = codec.read(in, ProgressiveRun.State.class);
    for (Worker worker : workers) {
      for (Key.Tier tier : KEPT) {
        for (int left = in.readInt(); left > 0; left--) {
          worker.restore(tier, Map.of(in.readUTF(), codec.read(in, Object.class)));
        }
      }
    }
  }

  /** Writes what is known, for {@link #open}. */
  void keep(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(workers.size());
      codec.write(out, state);
      for (Worker worker : workers) {
        for (Key.Tier tier : KEPT) {
          Map<String, Object> parts = worker.parts(tier);
          out.writeInt(parts.size());
          for (Map.Entry<String, Object> part : parts.entrySet()) {
            out.writeUTF(part.getKey());
            codec.write(out, part.getValue());
          }
        }
      }
    }
  }

  /** The classes in the order of their scores; none of numbers. */
  List<String> classes() {
    Columns columns = state.learner().columns();
    if (columns instanceof Columns.OpenClasses open) {
      return open.names();
    }
    return columns instanceof Columns.FixedClasses fixed ? fixed.names() : List.of();
  }

  /**
   * Predicts each row by what was learned from those before, and learns from it.
   *
   * @param labels classes, or numbers as text
   * @return the predictions
   * @throws IllegalArgumentException for a row or a label that is refused: then nothing is learned
   */
  List<Prediction> learn(double[][] rows, List<String> labels) {
    if (labels.size() != rows.length) {
      throw new IllegalArgumentException(
          "found %s rows and %s labels, allowed as many of both"
              .formatted(rows.length, labels.size()));
    }
    List<Features> features = features(rows);
    List<Target> targets =
        IntStream.range(0, rows.length)
            .mapToObj(i -> named(i, () -> rule.target(target(labels.get(i)))))
            .toList();
    List<Prediction> predictions = new ArrayList<>();
    for (int from = 0; from < rows.length; from += batches.size()) {
      int to = Math.min(rows.length, from + batches.size());
      Batch batch = batch(features.subList(from, to), targets.subList(from, to));
      Stepped<ProgressiveRun.State, Report> stepped = program.step(state, batch, threads);
      state = stepped.state();
      for (Report report : stepped.outputs()) {
        if (report instanceof Report.Predicted predicted) {
          predictions.addAll(predicted.predictions());
        }
      }
    }
    return predictions;
  }

  /** Predicts rows by what has been learned. */
  List<Prediction> predict(double[][] rows) {
    List<Features> features = features(rows);
    return program.predict(
        state, batch(features, Collections.nCopies(rows.length, (Target) null)), threads);
  }

  private List<Features> features(double[][] rows) {
    return IntStream.range(0, rows.length)
        .mapToObj(i -> named(i, () -> rule.features(new Features.Dense(rows[i]))))
        .toList();
  }

  private interface Check<T> {
    T run();
  }

  private static <T> T named(int row, Check<T> check) {
    try {
      return check.run();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("row " + (row + 1) + ": " + e.getMessage(), e);
    }
  }

  private Target target(String label) {
    return config.task() == TaskKind.CLASSIFICATION
        ? new Target.ClassName(label)
        : new Target.Values(new double[] {Double.parseDouble(label)});
  }

  private Batch batch(List<Features> features, List<? extends @Nullable Target> targets) {
    Preprocessing known = state.preprocessing();
    Preprocessing fitted =
        known != null ? known : batches.firstRows().fit(batches.preprocessing(), features);
    long first = state.statistics().rows() + 1;
    return new Batch(
        fitted.apply(features),
        IntStream.range(0, features.size()).mapToObj(i -> String.valueOf(first + i)).toList(),
        new ArrayList<>(targets),
        new long[features.size()],
        known == null ? fitted : null);
  }

  /**
   * Puts the model as it is into a store.
   *
   * @param store its place; null for that of the process
   */
  ModelVersion publish(String name, @Nullable String store) throws IOException {
    TrainedModel model =
        program
            .model(state, threads)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "found a stream that has learned no model, allowed one with rows, of two"
                            + " classes or more"));
    String place = ProjectPaths.ofProcess().store(Optional.ofNullable(store));
    return ModelStore.open(Location.of(place))
        .publish(name, UUID.randomUUID().toString(), Clock.systemUTC().instant(), model);
  }

  @Override
  public void close() {
    threads.close();
  }
}
