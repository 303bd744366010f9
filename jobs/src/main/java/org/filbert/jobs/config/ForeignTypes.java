package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.util.List;
import java.util.SortedMap;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.RowRange;
import org.filbert.online.StepSize;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemType;
import org.filbert.train.Scaling;

/** How records of other modules look in a configuration. */
final class ForeignTypes {
  private ForeignTypes() {}

  static SimpleModule module() {
    SimpleModule module =
        new SimpleModule("foreign types")
            .setMixInAnnotation(RowRange.class, Rows.class)
            .setMixInAnnotation(DataFormat.Csv.class, Csv.class)
            .setMixInAnnotation(Scaling.class, Scalings.class)
            .setMixInAnnotation(StepSize.class, StepSizes.class)
            .setMixInAnnotation(SystemOptions.class, Typed.class)
            .setMixInAnnotation(SolverOptions.class, Typed.class);
    SystemType.all()
        .forEach(type -> module.registerSubtypes(new NamedType(type.options(), type.name())));
    SolverType.all()
        .forEach(type -> module.registerSubtypes(new NamedType(type.options(), type.name())));
    return module;
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

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Scaling.None.class, name = "none"),
    @JsonSubTypes.Type(value = Scaling.Divide.class, name = "divide"),
    @JsonSubTypes.Type(value = Scaling.MinMax.class, name = "min-max"),
    @JsonSubTypes.Type(value = Scaling.Standard.class, name = "standard")
  })
  private interface Scalings {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = StepSize.Constant.class, name = "constant"),
    @JsonSubTypes.Type(value = StepSize.InverseTime.class, name = "inverse-time"),
    @JsonSubTypes.Type(value = StepSize.Decaying.class, name = "decaying")
  })
  private interface StepSizes {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  private interface Typed {}

  private interface Csv {
    @JsonProperty(defaultValue = "false")
    boolean header();

    /** Left out where there are none, as in configurations of before there were any. */
    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<String> ignore();

    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    SortedMap<String, List<String>> categories();
  }
}
