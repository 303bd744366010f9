/** What is solved: kernel systems, cut into blocks and stored nowhere whole. */
@NullMarked
package org.filbert.system;

import org.jspecify.annotations.NullMarked;
