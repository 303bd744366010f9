package org.filbert.connectors;

/** What a label means: the name of a class, or a number to be approximated. */
public enum TaskKind {
  CLASSIFICATION,
  REGRESSION
}
