package org.filbert.jobs.run;

/**
 * Which run it is, however often it is stopped and resumed.
 *
 * @param runId of this run and no other
 * @param created when it began, in milliseconds since the epoch
 * @param workers parallelism P, which cannot change
 * @param store root of the model store, an absolute path or a URI
 * @param workingDirectory that relative paths of the configuration are taken from
 * @param configuration with all defaults, without its secrets
 */
public record RunIdentity(
    String runId,
    long created,
    int workers,
    String store,
    String workingDirectory,
    String configuration) {}
