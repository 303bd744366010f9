/**
 * What arrives on a stream, with its origin, and predictions as JSON. Begin with {@code Arrival}.
 * It knows neither Kafka nor files.
 */
@NullMarked
package org.filbert.connectors.stream;

import org.jspecify.annotations.NullMarked;
