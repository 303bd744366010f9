package org.filbert.connectors;

/** Meaning of a label: the name of a class, or a number. */
public enum TaskKind {
  CLASSIFICATION,
  REGRESSION
}
