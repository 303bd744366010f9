package org.filbert.cost;

/**
 * Traffic of matrices and rows between driver and workers.
 *
 * @param seconds time in which no worker works: transport, the driver's own work, waiting
 * @param broadcastBytes bytes of tasks that leave the driver; a large task for all workers counts
 *     once
 * @param gatheredBytes bytes of answers that reach the driver
 */
public record Traffic(double seconds, long broadcastBytes, long gatheredBytes) {
  static final Traffic NONE = new Traffic(0, 0, 0);

  Traffic plus(Traffic next) {
    return new Traffic(
        seconds + next.seconds,
        broadcastBytes + next.broadcastBytes,
        gatheredBytes + next.gatheredBytes);
  }
}
