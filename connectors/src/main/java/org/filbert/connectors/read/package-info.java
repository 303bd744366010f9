@NullMarked
package org.filbert.connectors.read;

import org.jspecify.annotations.NullMarked;
