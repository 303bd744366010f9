/**
 * Models that score rows: preprocessing, expansion or features, outputs, provenance. Begin with
 * {@code TrainedModel} and {@code Model}. A model knows neither the store nor how it was trained.
 */
@NullMarked
package org.filbert.model;

import org.jspecify.annotations.NullMarked;
