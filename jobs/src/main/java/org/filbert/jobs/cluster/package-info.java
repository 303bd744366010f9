/**
 * A cluster of Flink's processes on this machine, and how jobs are submitted to it. Begin with
 * {@code LocalCluster}. It does not know what the jobs do.
 */
@NullMarked
package org.filbert.jobs.cluster;

import org.jspecify.annotations.NullMarked;
