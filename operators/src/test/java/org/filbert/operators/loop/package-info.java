@NullMarked
package org.filbert.operators.loop;

import org.jspecify.annotations.NullMarked;
