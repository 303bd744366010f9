@NullMarked
package org.filbert.connectors.file;

import org.jspecify.annotations.NullMarked;
