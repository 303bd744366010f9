@NullMarked
package org.filbert.operators.scoring;

import org.jspecify.annotations.NullMarked;
