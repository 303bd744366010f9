@NullMarked
package org.filbert.data;

import org.jspecify.annotations.NullMarked;
