/**
 * Estimators, transformers and models of Flink ML over the same loop as the jobs. Begin with {@code
 * KernelRidgeClassifier}, then {@code Fitting}. They know no YAML and no command line.
 */
@NullMarked
package org.filbert.estimators;

import org.jspecify.annotations.NullMarked;
