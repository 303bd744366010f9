@NullMarked
package org.filbert.features;

import org.jspecify.annotations.NullMarked;
