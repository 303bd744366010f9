package org.filbert.store;

/** The kinds of files in a version. */
enum PartType {
  MATRIX(".matrix", "application/vnd.filbert.matrix"),
  KRYO(".kryo", "application/vnd.filbert.kryo"),
  JSON(".json", "application/json");

  private final String suffix;
  private final String mediaType;

  PartType(String suffix, String mediaType) {
    this.suffix = suffix;
    this.mediaType = mediaType;
  }

  String suffix() {
    return suffix;
  }

  String mediaType() {
    return mediaType;
  }
}
