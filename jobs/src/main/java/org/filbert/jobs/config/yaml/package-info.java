/**
 * How YAML becomes records: documents with the place of each value, binding, defaults, and messages
 * that name a key, what was found and what is allowed. Begin with {@link
 * org.filbert.jobs.config.yaml.ConfigDocument} and {@code YamlReader}. It does not know which
 * sections a configuration has.
 */
@NullMarked
package org.filbert.jobs.config.yaml;

import org.jspecify.annotations.NullMarked;
