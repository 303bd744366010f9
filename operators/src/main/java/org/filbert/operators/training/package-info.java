@NullMarked
package org.filbert.operators.training;

import org.jspecify.annotations.NullMarked;
