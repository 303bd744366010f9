package org.filbert.text;

import org.filbert.data.SparseRows;

/** Documents as rows, and what became of them. */
public record EncodedText(SparseRows rows, Coverage coverage) {}
