/** Kernel and ridge that are chosen without held-out rows, by leaving one row out at a time. */
@NullMarked
package org.filbert.selection;

import org.jspecify.annotations.NullMarked;
