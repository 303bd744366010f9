package org.filbert.estimators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.UUID;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.SerializedThrowable;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.operators.training.PublishedTraining;
import org.filbert.store.ModelStore;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/** Trains on a table in a Flink job of its own, and waits for its end. */
final class Fitting {
  private Fitting() {}

  /**
   * Runs a training.
   *
   * @throws IllegalArgumentException if a parameter or a row does not fit
   * @throws IllegalStateException if the job fails
   * @throws UncheckedIOException if the model store cannot be used
   */
  static StoredModel run(KernelRidgeParams<?> params, LabelColumn.Kind kind, InputTable input) {
    input.require("labelCol", params.getLabelCol());
    String idColumn = params.getIdCol();
    if (idColumn != null) {
      input.require("idCol", idColumn);
    }
    if (kind == LabelColumn.Kind.NUMBER && !params.getLoss().equals(Risks.SQUARE)) {
      throw new IllegalArgumentException(
          "loss is " + params.getLoss() + ", which only a classifier has");
    }
    TableOptions columns = InputColumns.of(params, input);
    if (columns == null) {
      input.require("featuresCol", params.getFeaturesCol());
    }
    TrainingSpec spec = RidgeOptions.of(params, columns); // refuses options before there is a job
    try {
      String store = store(params.getModelDirectory());
      DataStream<Instance> instances =
          instances(
              input,
              columns == null
                  ? new FeaturesColumn(params.getFeaturesCol())
                  : new CellsOfRow(columns.cells()),
              new LabelColumn(params.getLabelCol(), kind),
              params.getIdCol());
      StreamExecutionEnvironment env = instances.getExecutionEnvironment();
      Integer workers = params.getParallelism();
      PublishedTraining loop =
          PublishedTraining.of(
              StoredModel.NAME,
              spec,
              workers == null ? env.getParallelism() : workers,
              store,
              UUID.randomUUID().toString());
      execute(env, instances, loop);
      return StoredModel.of(store, loop.runId());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DataStream<Instance> instances(
      InputTable input, RowFeatures features, LabelColumn label, @Nullable String idColumn) {
    return input
        .rows()
        .map(new ToInstances(features, label, idColumn))
        .returns(InstanceSerializer.TYPE)
        .name("training rows");
  }

  private static String store(@Nullable String directory) throws IOException {
    String store =
        StoredModel.qualified(
            directory == null ? Files.createTempDirectory("filbert-models").toString() : directory);
    ModelStore.open(new Path(store)).checkWritable();
    return store;
  }

  /**
   * Runs the job, and restores the caller's settings of the environment, which the loop changes.
   */
  private static void execute(
      StreamExecutionEnvironment env, DataStream<Instance> instances, PublishedTraining loop) {
    long bufferTimeout = env.getBufferTimeout();
    var mode = env.getConfiguration().get(ExecutionOptions.RUNTIME_MODE);
    try {
      SuperstepLoop.build(instances, loop);
      env.execute(loop.name());
    } catch (Exception e) {
      throw explained(e);
    } finally {
      env.setBufferTimeout(bufferTimeout);
      env.setRuntimeMode(mode);
    }
  }

  private static RuntimeException explained(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SerializedThrowable packed) {
        cause = packed.deserializeError(Fitting.class.getClassLoader());
      }
      if (cause instanceof UserErrorException) {
        return new IllegalArgumentException(cause.getMessage(), failure);
      }
    }
    return new IllegalStateException("the training failed: " + failure.getMessage(), failure);
  }
}
