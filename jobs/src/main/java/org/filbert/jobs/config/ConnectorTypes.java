package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.module.SimpleModule;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.RowRange;

/** How the connectors' records look in a configuration. */
final class ConnectorTypes {
  private ConnectorTypes() {}

  static SimpleModule module() {
    return new SimpleModule("connectors")
        .setMixInAnnotation(RowRange.class, Rows.class)
        .setMixInAnnotation(DataFormat.Csv.class, Csv.class);
  }

  @JsonClassDescription("a range of rows such as 1-15000")
  private abstract static class Rows {
    @JsonCreator
    static RowRange valueOf(String notation) {
      return RowRange.valueOf(notation);
    }

    @JsonValue
    @Override
    public abstract String toString();
  }

  private interface Csv {
    @JsonProperty(defaultValue = "false")
    boolean header();
  }
}
