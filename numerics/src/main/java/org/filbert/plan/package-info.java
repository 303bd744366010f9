/** What a run will hold and do, before it begins. */
@NullMarked
package org.filbert.plan;

import org.jspecify.annotations.NullMarked;
