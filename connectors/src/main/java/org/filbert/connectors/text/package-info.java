@NullMarked
package org.filbert.connectors.text;

import org.jspecify.annotations.NullMarked;
