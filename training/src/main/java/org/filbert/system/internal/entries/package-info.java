/**
 * The workers' side of the systems: entries of kernel and feature matrices, and the tasks that
 * multiply, sum and factorise them, shard by shard. Begin with {@link
 * org.filbert.system.internal.entries.SystemTasks}, then {@code FullKernelTasks} or {@code
 * ColumnTasks}. It knows no solver and no driver.
 */
@NullMarked
package org.filbert.system.internal.entries;

import org.jspecify.annotations.NullMarked;
