/**
 * Sources of Flink that read instances, and the serializers of what they emit. Begin with {@code
 * InstanceFormat}. They know neither formats nor what is done with the rows.
 */
@NullMarked
package org.filbert.connectors.flink;

import org.jspecify.annotations.NullMarked;
