/**
 * Configurations as a whole: loading, comparing, their schema for editors. Begin with {@code
 * ConfigLoader}; sections are in the packages below. It does not know Flink.
 */
@NullMarked
package org.filbert.jobs.config;

import org.jspecify.annotations.NullMarked;
