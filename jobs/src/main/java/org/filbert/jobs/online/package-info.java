/**
 * The command {@code train-online}: a stream before the loop, the table, models and report after
 * it. Begin with {@code OnlineJob}. What is learned is in {@code org.filbert.online}.
 */
@NullMarked
package org.filbert.jobs.online;

import org.jspecify.annotations.NullMarked;
