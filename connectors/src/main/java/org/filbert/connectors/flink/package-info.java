@NullMarked
package org.filbert.connectors.flink;

import org.jspecify.annotations.NullMarked;
