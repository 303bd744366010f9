/**
 * Pages with charts in SVG, without scripts. Begin with {@code Page} and {@code LineChart}. It does
 * not know what is drawn.
 */
@NullMarked
package org.filbert.jobs.report;

import org.jspecify.annotations.NullMarked;
