/**
 * States of the loop's operators in checkpoints and savepoints: formats, constants in files of
 * their own, and taking over another number of workers. Begin with {@link
 * org.filbert.operators.loop.state.RawState} and {@link
 * org.filbert.operators.loop.state.WorkerSnapshots}. It does not know what travels between
 * operators.
 */
@NullMarked
package org.filbert.operators.loop.state;

import org.jspecify.annotations.NullMarked;
