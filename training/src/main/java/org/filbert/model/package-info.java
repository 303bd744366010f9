@NullMarked
package org.filbert.model;

import org.jspecify.annotations.NullMarked;
