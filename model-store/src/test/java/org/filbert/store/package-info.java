@NullMarked
package org.filbert.store;

import org.jspecify.annotations.NullMarked;
