package org.filbert.testing;

import org.filbert.plan.Plan;
import org.filbert.train.forecast.Speed;
import org.filbert.workers.Workers;

/**
 * Ten Gflop/s on each worker, whatever machine the tests run on: they do not wait for a
 * measurement.
 */
public final class KnownSpeed implements Speed.Source {
  private static final double GFLOPS = 10;

  @Override
  public Speed of(Plan plan, Workers workers) {
    double gflops = GFLOPS * workers.count();
    double seconds = plan.work().flops() / gflops / 1e9;
    return new Speed(gflops, seconds, seconds);
  }
}
