package org.filbert.table;

import java.util.List;
import org.filbert.data.Features;

/** Cells as numbers, and what was met. */
public record EncodedTable(List<Features> rows, TableCounts counts) {}
