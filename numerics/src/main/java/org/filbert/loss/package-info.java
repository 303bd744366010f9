@NullMarked
package org.filbert.loss;

import org.jspecify.annotations.NullMarked;
