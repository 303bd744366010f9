/**
 * Bytes of records: Kryo with required registration, for messages by numbers, for states by names,
 * for parts of models by fixed ids. Begin with {@link org.filbert.store.codec.KryoCodec} and {@code
 * Registrations}. It does not know files.
 */
@NullMarked
package org.filbert.store.codec;

import org.jspecify.annotations.NullMarked;
