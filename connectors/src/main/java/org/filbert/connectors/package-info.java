@NullMarked
package org.filbert.connectors;

import org.jspecify.annotations.NullMarked;
