package org.filbert.jobs.config;

/** Memory that may be used for something that could be computed again; 0 switches it off. */
public record MemoryBudget(ByteSize memory) {}
