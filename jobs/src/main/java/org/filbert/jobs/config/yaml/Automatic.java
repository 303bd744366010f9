package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.type.ReferenceType;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Optional numbers may be {@code auto}: as if they were absent. Sections of which one type is named
 * {@code auto} may be that word alone.
 */
public final class Automatic extends BeanDeserializerModifier {
  public static final String AUTO = "auto";

  private static final long serialVersionUID = 1;

  public static boolean is(Class<?> type) {
    return Set.of(OptionalInt.class, OptionalDouble.class).contains(type);
  }

  @Override
  public JsonDeserializer<?> modifyReferenceDeserializer(
      DeserializationConfig config,
      ReferenceType type,
      BeanDescription description,
      JsonDeserializer<?> deserializer) {
    return is(type.getRawClass()) ? new OrAuto(deserializer) : deserializer;
  }

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription description, JsonDeserializer<?> deserializer) {
    Object automatic = ForeignTypes.AUTOMATIC.get(description.getBeanClass());
    return automatic == null ? deserializer : new SectionOrAuto(deserializer, automatic);
  }

  private static final class SectionOrAuto extends DelegatingDeserializer {
    private static final long serialVersionUID = 1;

    private final transient Object automatic;

    SectionOrAuto(JsonDeserializer<?> section, Object automatic) {
      super(section);
      this.automatic = automatic;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> section) {
      return new SectionOrAuto(section, automatic);
    }

    @Override
    public Object deserializeWithType(
        JsonParser parser, DeserializationContext context, TypeDeserializer type)
        throws IOException {
      return parser.hasToken(JsonToken.VALUE_STRING) && parser.getText().equals(AUTO)
          ? automatic
          : super.deserializeWithType(parser, context, type);
    }
  }

  private static final class OrAuto extends DelegatingDeserializer {
    private static final long serialVersionUID = 1;

    OrAuto(JsonDeserializer<?> number) {
      super(number);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> number) {
      return new OrAuto(number);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return parser.hasToken(JsonToken.VALUE_STRING) && parser.getText().equals(AUTO)
          ? getAbsentValue(context)
          : super.deserialize(parser, context);
    }
  }
}
