package org.filbert.cost;

/**
 * Matrices and rows on their way between driver and workers.
 *
 * @param seconds what no worker has worked: transport, the driver's own work, waiting
 * @param broadcastBytes of the tasks as they leave the driver: a large one for all workers once
 * @param gatheredBytes of the answers as they reach the driver
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
