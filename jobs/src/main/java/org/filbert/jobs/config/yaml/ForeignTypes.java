package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.FormatType;
import org.filbert.kernel.AutomaticKernel;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.KernelType;
import org.filbert.kernel.Width;
import org.filbert.online.StepSize;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.solver.AutomaticSolver;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.system.AutomaticSystem;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemType;
import org.filbert.train.columns.Scaling;

/** How records of other modules look in a configuration. */
public final class ForeignTypes {
  /** What a section is whose value is the word {@code auto}. */
  public static final Map<Class<?>, Object> AUTOMATIC =
      Map.of(
          KernelOptions.class,
          new AutomaticKernel(Optional.empty()),
          SystemOptions.class,
          new AutomaticSystem(),
          SolverOptions.class,
          new AutomaticSolver(),
          Scaling.class,
          new Scaling.Auto());

  private ForeignTypes() {}

  public static SimpleModule module() {
    SimpleModule module =
        new SimpleModule("foreign types")
            .setMixInAnnotation(RowRange.class, Rows.class)
            .setMixInAnnotation(Scaling.class, Scalings.class)
            .setMixInAnnotation(FeatureAdapter.Unknown.class, Refusal.class)
            .setMixInAnnotation(FeatureAdapter.Missing.class, Refusal.class)
            .setMixInAnnotation(StepSize.class, StepSizes.class)
            .setMixInAnnotation(Width.class, Widths.class)
            .setMixInAnnotation(KernelOptions.class, Typed.class)
            .setMixInAnnotation(SystemOptions.class, Typed.class)
            .setMixInAnnotation(SolverOptions.class, Typed.class);
    KernelType.all()
        .forEach(type -> module.registerSubtypes(new NamedType(type.options(), type.name())));
    AUTOMATIC
        .values()
        .forEach(each -> module.registerSubtypes(new NamedType(each.getClass(), Automatic.AUTO)));
    SystemType.all()
        .forEach(type -> module.registerSubtypes(new NamedType(type.options(), type.name())));
    SolverType.all()
        .forEach(type -> module.registerSubtypes(new NamedType(type.options(), type.name())));
    FormatType.all()
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

  /** Directories of runs and models of earlier versions have another word. */
  private enum Refusal {
    @JsonAlias("reject")
    REFUSE
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Scaling.None.class, name = "none"),
    @JsonSubTypes.Type(value = Scaling.Divide.class, name = "divide"),
    @JsonSubTypes.Type(value = Scaling.MinMax.class, name = "min-max"),
    @JsonSubTypes.Type(value = Scaling.Standard.class, name = "standard"),
    @JsonSubTypes.Type(value = Scaling.Auto.class, name = "auto")
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

  /** None are written as {@code median} or {@code auto}, one as a number, several as a list. */
  @JsonClassDescription(Widths.ALLOWED)
  @JsonDeserialize(using = Widths.Reading.class)
  @JsonSerialize(converter = Widths.Writing.class)
  private interface Widths {
    String ALLOWED = "a number above 0, or a list of such in ascending order, or median, or auto";

    /** Takes a number, a list or a word. */
    final class Reading extends StdDeserializer<Width> {
      private static final long serialVersionUID = 1;

      Reading() {
        super(Width.class);
      }

      @Override
      public Width deserialize(JsonParser in, DeserializationContext context) throws IOException {
        JsonNode node = in.readValueAsTree();
        return switch (node.isTextual() ? node.asText() : "") {
          case "median" -> Width.MEDIAN;
          case "auto" -> Width.AUTOMATIC;
          default -> new Width(Ascending.numbers(node, ALLOWED));
        };
      }
    }

    /** Gives a number, a list or a word. */
    final class Writing extends StdConverter<Width, Object> {
      @Override
      public Object convert(Width width) {
        List<Double> values = width.values();
        return width.automatic()
            ? "auto"
            : width.isMedian() ? "median" : values.size() == 1 ? values.get(0) : values;
      }
    }
  }
}
