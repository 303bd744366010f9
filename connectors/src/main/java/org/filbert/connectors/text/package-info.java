/**
 * Formats of lines: CSV, LIBSVM, JSON lines and documents; what a cell's text is, and what a table
 * without a configuration looks like. Begin with {@code LineParser} and {@code TextType}. It knows
 * neither files nor topics.
 */
@NullMarked
package org.filbert.connectors.text;

import org.jspecify.annotations.NullMarked;
