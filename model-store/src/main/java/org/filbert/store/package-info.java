/** Models as versioned, checksummed files, and the codec that writes objects as bytes. */
@NullMarked
package org.filbert.store;

import org.jspecify.annotations.NullMarked;
