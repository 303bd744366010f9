package org.filbert.jobs.config;

/** Room in memory for values that could be computed again; 0 keeps none. */
public record MemoryBudget(ByteSize memory) {}
