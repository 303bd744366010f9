package org.filbert.testing;

import java.util.List;
import java.util.TreeMap;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.solver.ColumnDescent;
import org.filbert.solver.ColumnState;
import org.filbert.solver.DescentState;
import org.filbert.solver.FullKernelDescent;
import org.filbert.system.Ridge;
import org.filbert.solver.WidthPath;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.train.Training;

/** Trainings as the tests want them. */
public final class Trainings {
  private Trainings() {}

  public static FullKernelDescent.Options options(Kernel kernel, int blockSize, int epochs) {
    return new FullKernelDescent.Options(
        kernel,
        Precision.SINGLE,
        new Ridge(0.01, false),
        blockSize,
        epochs,
        0,
        0,
        CacheBudget.ofMemory(1L << 30),
        1L << 30,
        7);
  }

  public static FullKernelDescent.Options withPrecision(
      FullKernelDescent.Options o, Precision precision) {
    return new FullKernelDescent.Options(
        o.kernel(),
        precision,
        o.ridge(),
        o.blockSize(),
        o.epochs(),
        o.tolerance(),
        o.patience(),
        o.cache(),
        o.factorBytes(),
        o.seed());
  }

  public static FullKernelDescent.Options withBudgets(
      FullKernelDescent.Options o, long cacheBytes, long factorBytes) {
    return withCache(o, CacheBudget.ofMemory(cacheBytes), factorBytes);
  }

  public static FullKernelDescent.Options withCache(
      FullKernelDescent.Options o, CacheBudget cache, long factorBytes) {
    return new FullKernelDescent.Options(
        o.kernel(),
        o.precision(),
        o.ridge(),
        o.blockSize(),
        o.epochs(),
        o.tolerance(),
        o.patience(),
        cache,
        factorBytes,
        o.seed());
  }

  /** A training on random features or landmarks. */
  public static Training<ColumnState> columns(ColumnDescent.Options options, Scaling scaling) {
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                options.seed(),
                options.precision(),
                scaling,
                Storage.AUTO,
                true,
                options.kernel(),
                false),
            prepared -> new ColumnDescent(options),
            ColumnDescent.messages(),
            0,
            "test",
            new TreeMap<>()));
  }

  public static FullKernelDescent.Options withRidge(FullKernelDescent.Options o, Ridge ridge) {
    return new FullKernelDescent.Options(
        o.kernel(),
        o.precision(),
        ridge,
        o.blockSize(),
        o.epochs(),
        o.tolerance(),
        o.patience(),
        o.cache(),
        o.factorBytes(),
        o.seed());
  }

  public static FullKernelDescent.Options withStopping(
      FullKernelDescent.Options o, double tolerance, int patience) {
    return new FullKernelDescent.Options(
        o.kernel(),
        o.precision(),
        o.ridge(),
        o.blockSize(),
        o.epochs(),
        tolerance,
        patience,
        o.cache(),
        o.factorBytes(),
        o.seed());
  }

  /** A full-kernel training with each of several widths. */
  public static Training<WidthPath.State<DescentState>> widths(
      FullKernelDescent.Options options, List<Double> sigmas, Scaling scaling) {
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                options.seed(),
                options.precision(),
                scaling,
                Storage.AUTO,
                true,
                options.kernel(),
                false),
            prepared ->
                new WidthPath<>(
                    sigmas, prepared, kernel -> new FullKernelDescent(withKernel(options, kernel))),
            WidthPath.messages(FullKernelDescent.messages()),
            0,
            "test",
            new TreeMap<>()));
  }

  private static FullKernelDescent.Options withKernel(FullKernelDescent.Options o, Kernel kernel) {
    return new FullKernelDescent.Options(
        kernel,
        o.precision(),
        o.ridge(),
        o.blockSize(),
        o.epochs(),
        o.tolerance(),
        o.patience(),
        o.cache(),
        o.factorBytes(),
        o.seed());
  }

  /** A whole full-kernel training. */
  public static Training<DescentState> fullKernel(
      FullKernelDescent.Options options, Scaling scaling) {
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                options.seed(),
                options.precision(),
                scaling,
                Storage.AUTO,
                true,
                options.kernel(),
                false),
            prepared -> new FullKernelDescent(options),
            FullKernelDescent.messages(),
            0,
            "test",
            new TreeMap<>()));
  }
}
