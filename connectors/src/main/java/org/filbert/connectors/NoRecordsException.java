package org.filbert.connectors;

/** A file without records. A directory may have such files. */
public final class NoRecordsException extends BadInputException {
  private static final long serialVersionUID = 1L;

  public NoRecordsException(String file, String problem) {
    super(file, problem);
  }
}
