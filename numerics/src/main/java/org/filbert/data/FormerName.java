package org.filbert.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The names that states of earlier versions have for a record or one of its components. They are
 * read, and never written.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
public @interface FormerName {
  /** A class's binary names, or a component's names. */
  String[] value();
}
