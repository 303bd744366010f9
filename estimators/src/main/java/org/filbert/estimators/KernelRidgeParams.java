package org.filbert.estimators;

import java.util.stream.Stream;
import org.apache.flink.ml.param.DoubleParam;
import org.apache.flink.ml.param.IntParam;
import org.apache.flink.ml.param.LongParam;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidator;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringArrayParam;
import org.apache.flink.ml.param.StringParam;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelType;
import org.filbert.solver.SolverType;
import org.filbert.system.SystemType;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/** Parameters of a training on a kernel system. */
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
  Param<String[]> COLUMN_OPTIONS =
      options(
          "columnOptions",
          "Options of the input columns: age.missing=median, remark.type=text, remark.nGrams=2.");
  Param<String[]> MISSING_VALUES =
      new StringArrayParam(
          "missingValues",
          "Texts of the input columns that stand for a missing value, as null does.",
          TableOptions.MISSING.toArray(String[]::new),
          ParamValidators.notNull());
  Param<String> WEIGHT_COL =
      new StringParam(
          "weightCol",
          "Column of what each row counts in the loss, beside the input columns; without it 1.",
          null,
          ParamValidators.alwaysTrue());
  Param<String> KERNEL =
      new StringParam(
          "kernel",
          "Name of a registered kernel: " + KernelType.names(Kernel.class) + ".",
          "gaussian",
          oneOf(KernelType.all().stream().map(KernelType::name)));
  Param<String[]> KERNEL_OPTIONS =
      options("kernelOptions", "Parameters of the kernel beside sigma: nu=1.5, degree=3.");
  Param<String> SYSTEM =
      new StringParam(
          "system",
          "What is solved: full-kernel, nystrom or random-features.",
          "full-kernel",
          oneOf(SystemType.all().stream().map(SystemType::name)));
  Param<String[]> SYSTEM_OPTIONS =
      options("systemOptions", "Options of the system: landmarks=1000, features=2000.");
  Param<String> SOLVER =
      new StringParam(
          "solver",
          "Name of a registered solver of kernel systems.",
          "block-coordinate-descent",
          oneOf(SolverType.all().stream().map(SolverType::name)));
  Param<String[]> SOLVER_OPTIONS =
      options(
          "solverOptions", "Options of the solver beside blockSize and epochs: tolerance=1e-3.");
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
  Param<String> LOSS =
      new StringParam(
          "loss",
          "Loss of every output: square; for classification also logistic or squared-hinge.",
          Risks.SQUARE,
          oneOf(Risks.LOSSES.keySet().stream()));
  Param<String> PENALTY =
      new StringParam(
          "penalty",
          "Penalty on the weights: l2 or l1.",
          "l2",
          oneOf(Risks.PENALTIES.keySet().stream()));
  Param<Integer> BLOCK_SIZE =
      new IntParam(
          "blockSize",
          "Rows, landmarks or features that are solved for at a time.",
          2048,
          ParamValidators.gtEq(1));
  Param<Integer> EPOCHS =
      new IntParam("epochs", "Sweeps over all blocks.", 10, ParamValidators.gtEq(1));
  Param<Double> VALIDATION_FRACTION =
      new DoubleParam(
          "validationFraction",
          "Share of the rows that are held out, for probabilities of classes or intervals of"
              + " numbers; without it none.",
          null,
          value -> value == null || (value > 0 && value < 1));
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

  private static ParamValidator<String> oneOf(Stream<String> names) {
    return ParamValidators.inArray(names.toArray(String[]::new));
  }

  private static Param<String[]> options(String name, String description) {
    return new StringArrayParam(name, description, new String[0], ParamValidators.notNull());
  }

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

  default String[] getColumnOptions() {
    return get(COLUMN_OPTIONS);
  }

  default T setColumnOptions(String... options) {
    return set(COLUMN_OPTIONS, options);
  }

  default String[] getMissingValues() {
    return get(MISSING_VALUES);
  }

  default T setMissingValues(String... texts) {
    return set(MISSING_VALUES, texts);
  }

  default @Nullable String getWeightCol() {
    return get(WEIGHT_COL);
  }

  default T setWeightCol(String column) {
    return set(WEIGHT_COL, column);
  }

  default String getLoss() {
    return get(LOSS);
  }

  default T setLoss(String loss) {
    return set(LOSS, loss);
  }

  default String getPenalty() {
    return get(PENALTY);
  }

  default T setPenalty(String penalty) {
    return set(PENALTY, penalty);
  }

  default String getKernel() {
    return get(KERNEL);
  }

  default T setKernel(String kernel) {
    return set(KERNEL, kernel);
  }

  default String[] getKernelOptions() {
    return get(KERNEL_OPTIONS);
  }

  default T setKernelOptions(String... options) {
    return set(KERNEL_OPTIONS, options);
  }

  default String getSystem() {
    return get(SYSTEM);
  }

  default T setSystem(String name) {
    return set(SYSTEM, name);
  }

  default String[] getSystemOptions() {
    return get(SYSTEM_OPTIONS);
  }

  default T setSystemOptions(String... options) {
    return set(SYSTEM_OPTIONS, options);
  }

  default String getSolver() {
    return get(SOLVER);
  }

  default T setSolver(String name) {
    return set(SOLVER, name);
  }

  default String[] getSolverOptions() {
    return get(SOLVER_OPTIONS);
  }

  default T setSolverOptions(String... options) {
    return set(SOLVER_OPTIONS, options);
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

  default @Nullable Double getValidationFraction() {
    return get(VALIDATION_FRACTION);
  }

  default T setValidationFraction(double fraction) {
    return set(VALIDATION_FRACTION, fraction);
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
