@NullMarked
package org.filbert.it;

import org.jspecify.annotations.NullMarked;
