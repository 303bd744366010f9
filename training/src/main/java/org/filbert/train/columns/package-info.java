/**
 * How columns of numbers, categories, dates and text become features: their options, what is fitted
 * to the training rows, and the looks at them that notices come from. Missing cells become numbers
 * here. Begin with {@link org.filbert.train.columns.TableFitting} for tables and {@link
 * org.filbert.train.columns.FeatureStatistics} for plain numbers. It does not know kernels'
 * solutions.
 */
@NullMarked
package org.filbert.train.columns;

import org.jspecify.annotations.NullMarked;
