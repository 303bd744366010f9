package org.filbert.jobs.config.section;

import org.filbert.jobs.config.yaml.ByteSize;

/**
 * A budget of memory.
 *
 * @param memory Memory of all workers together; what does not fit is computed again.
 */
public record MemoryBudget(ByteSize memory) {}
