package org.filbert.estimators;

import org.apache.flink.types.Row;
import org.filbert.operators.scoring.FeaturesOf;

/** Where the features of a table's rows are. */
sealed interface RowFeatures extends FeaturesOf<Row> permits FeaturesColumn, CellsOfRow {}
