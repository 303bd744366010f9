/**
 * Learning from a stream of batches, and doubly stochastic gradients with features regenerated from
 * seeds. Begin with {@code OnlineLearner}, then {@code DoublyStochasticGradients} beside Dai et al.
 * 2014 and Li, Poczos 2016. It knows neither Flink nor Kafka.
 */
@NullMarked
package org.filbert.online;

import org.jspecify.annotations.NullMarked;
