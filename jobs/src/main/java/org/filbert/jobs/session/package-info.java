/**
 * Commands of another process, one after the other in this one. Begin with {@code Session}. It does
 * not know what the commands are.
 */
@NullMarked
package org.filbert.jobs.session;

import org.jspecify.annotations.NullMarked;
