/**
 * What libraries may bring: kernels, systems, solvers and formats of data are services of the class
 * path, known by a name and the record of their options. Begin with {@link
 * org.filbert.registry.Registered}. This package does not know what is registered.
 */
@NullMarked
package org.filbert.registry;

import org.jspecify.annotations.NullMarked;
