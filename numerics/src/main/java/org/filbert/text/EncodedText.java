package org.filbert.text;

import org.filbert.data.SparseRows;

/** Documents as rows, and how completely they were encoded. */
public record EncodedText(SparseRows rows, Coverage coverage) {}
