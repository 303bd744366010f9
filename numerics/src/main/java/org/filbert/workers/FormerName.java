package org.filbert.workers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name that states of earlier versions have for a record or one of its components. It is read,
 * and never written.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
public @interface FormerName {
  /** A class's binary name, or a component's name. */
  String value();
}
