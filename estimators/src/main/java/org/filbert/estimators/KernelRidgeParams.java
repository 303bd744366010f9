package org.filbert.estimators;

import org.apache.flink.ml.param.DoubleParam;
import org.apache.flink.ml.param.IntParam;
import org.apache.flink.ml.param.LongParam;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringParam;
import org.jspecify.annotations.Nullable;

/** Parameters of a training with the kernel matrix of all rows. */
public interface KernelRidgeParams<T> extends KernelRidgeModelParams<T> {
  Param<String> LABEL_COL =
      new StringParam(
          "labelCol", "Column of what is to be predicted.", "label", ParamValidators.notNull());
  Param<String> ID_COL =
      new StringParam(
          "idCol",
          "Column of whole numbers that tell the rows apart; without it rows are numbered as they"
              + " arrive.",
          null,
          ParamValidators.alwaysTrue());
  Param<String> KERNEL =
      new StringParam(
          "kernel",
          "Kernel: gaussian, laplacian, exponential, cauchy or linear.",
          "gaussian",
          ParamValidators.inArray("gaussian", "laplacian", "exponential", "cauchy", "linear"));
  Param<Double> SIGMA =
      new DoubleParam(
          "sigma",
          "Bandwidth of the kernel; without it the median distance between training rows.",
          null,
          value -> value == null || positive(value));
  Param<Double> RIDGE =
      new DoubleParam(
          "ridge",
          "What is added to the kernel matrix's diagonal.",
          0.01,
          value -> value != null && positive(value));
  Param<Integer> BLOCK_SIZE =
      new IntParam(
          "blockSize", "Rows that are solved for at a time.", 2048, ParamValidators.gtEq(1));
  Param<Integer> EPOCHS =
      new IntParam("epochs", "Sweeps over all blocks.", 10, ParamValidators.gtEq(1));
  Param<Long> SEED = new LongParam("seed", "Seed of all random choices.", 1L);
  Param<Integer> PARALLELISM =
      new IntParam(
          "parallelism",
          "Workers of the training; without it the environment's parallelism.",
          null,
          value -> value == null || value >= 1);
  Param<String> MODEL_DIRECTORY =
      new StringParam(
          "modelDirectory",
          "Model store to publish to, on a file system that all machines see; without it a"
              + " temporary directory of this machine.",
          null,
          ParamValidators.alwaysTrue());

  private static boolean positive(double value) {
    return value > 0 && Double.isFinite(value);
  }

  default String getLabelCol() {
    return get(LABEL_COL);
  }

  default T setLabelCol(String column) {
    return set(LABEL_COL, column);
  }

  default @Nullable String getIdCol() {
    return get(ID_COL);
  }

  default T setIdCol(String column) {
    return set(ID_COL, column);
  }

  default String getKernel() {
    return get(KERNEL);
  }

  default T setKernel(String kernel) {
    return set(KERNEL, kernel);
  }

  default @Nullable Double getSigma() {
    return get(SIGMA);
  }

  default T setSigma(double sigma) {
    return set(SIGMA, sigma);
  }

  default double getRidge() {
    return get(RIDGE);
  }

  default T setRidge(double ridge) {
    return set(RIDGE, ridge);
  }

  default int getBlockSize() {
    return get(BLOCK_SIZE);
  }

  default T setBlockSize(int rows) {
    return set(BLOCK_SIZE, rows);
  }

  default int getEpochs() {
    return get(EPOCHS);
  }

  default T setEpochs(int epochs) {
    return set(EPOCHS, epochs);
  }

  default long getSeed() {
    return get(SEED);
  }

  default T setSeed(long seed) {
    return set(SEED, seed);
  }

  default @Nullable Integer getParallelism() {
    return get(PARALLELISM);
  }

  default T setParallelism(int workers) {
    return set(PARALLELISM, workers);
  }

  default @Nullable String getModelDirectory() {
    return get(MODEL_DIRECTORY);
  }

  default T setModelDirectory(String directory) {
    return set(MODEL_DIRECTORY, directory);
  }
}
