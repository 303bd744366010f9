package org.filbert.cost;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** States the phase of a task's costs. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface InPhase {
  /** The phase. */
  Phase value();
}
