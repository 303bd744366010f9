package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.NullValueProvider;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.util.AccessPattern;
import java.io.IOException;
import java.util.Set;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.MetricOptions;
import org.filbert.online.StepSize;
import org.filbert.solver.SolverOptions;
import org.filbert.system.SystemOptions;
import org.filbert.train.columns.Scaling;
import org.jspecify.annotations.Nullable;

/**
 * Fills record components whose key is missing: with the YAML text of {@code
 * JsonProperty(defaultValue)}, with empty for the optional types; for any other the key is
 * required. Records of other packages decide themselves, in their constructors, what null stands
 * for.
 */
public final class Defaults extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1;

  /** Where a component that is neither optional nor has a default must be given. */
  private static final Set<String> OURS =
      Set.of(
          MetricOptions.class.getPackageName(),
          Scaling.class.getPackageName(),
          StepSize.class.getPackageName());

  /** The package around this one, in which all sections are. */
  private static final String SECTIONS =
      Defaults.class
          .getPackageName()
          .substring(0, Defaults.class.getPackageName().lastIndexOf('.') + 1);

  @Override
  public BeanDeserializerBuilder updateBuilder(
      DeserializationConfig config, BeanDescription description, BeanDeserializerBuilder builder) {
    SettableBeanProperty[] components =
        description.getBeanClass().isRecord()
            ? builder.getValueInstantiator().getFromObjectArguments(config)
            : null;
    Class<?> type = description.getBeanClass();
    for (int i = 0; components != null && i < components.length; i++) {
      SettableBeanProperty component = components[i];
      if (component.getMetadata().getDefaultValue() != null || isRequired(type, component)) {
        components[i] = component.withNullProvider(new Absent(component));
        builder.addOrReplaceProperty(components[i], true);
      }
    }
    return builder;
  }

  /** Whether a section must have the key of one of its record's components. */
  public static boolean isRequired(Class<?> section, SettableBeanProperty component) {
    boolean ours =
        section.getPackageName().startsWith(SECTIONS)
            || OURS.contains(section.getPackageName())
            || KernelOptions.class.isAssignableFrom(section)
            || SolverOptions.class.isAssignableFrom(section)
            || SystemOptions.class.isAssignableFrom(section);
    return ours && component.getMetadata().getDefaultValue() == null && !isOptional(component);
  }

  private static boolean isOptional(SettableBeanProperty component) {
    return component.getType().getRawClass().getName().startsWith("java.util.Optional");
  }

  private static final class Absent implements NullValueProvider {
    private final SettableBeanProperty component;

    /** The default as it is written; read when it is needed first. */
    private @Nullable JsonNode value;

    Absent(SettableBeanProperty component) {
      this.component = component;
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
      return null;
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) throws JsonMappingException {
      String text = component.getMetadata().getDefaultValue();
      if (text == null) {
        throw new MissingKeyException(context.getParser(), component.getName());
      }
      if (value == null) {
        value = YamlReader.readValue("default of " + component.getName(), text);
      }
      try {
        return context.readTreeAsValue(value, component.getType());
      } catch (JsonMappingException e) {
        throw e;
      } catch (IOException e) {
        throw JsonMappingException.fromUnexpectedIOE(e);
      }
    }

    @Override
    public AccessPattern getNullAccessPattern() {
      return AccessPattern.DYNAMIC;
    }
  }
}
