/** Tests with many damaged and malicious inputs. */
@NullMarked
package org.filbert.it.fuzz;

import org.jspecify.annotations.NullMarked;
