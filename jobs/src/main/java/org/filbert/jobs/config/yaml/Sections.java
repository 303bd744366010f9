package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedClassResolver;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the records say of the sections of a configuration: their keys and their types. Each is
 * looked up once.
 */
public final class Sections {
  /** The key that chooses one of several sections, usually. */
  static final String TYPE = "type";

  private final ObjectMapper mapper;
  private final DeserializationContext context;
  private final Map<JavaType, SortedMap<String, JavaType>> choices = new ConcurrentHashMap<>();
  private final Map<JavaType, Map<String, SettableBeanProperty>> keys = new ConcurrentHashMap<>();

  public Sections(ObjectMapper mapper) {
    this.mapper = mapper;
    this.context =
        ((DefaultDeserializationContext) mapper.getDeserializationContext())
            .createDummyInstance(mapper.getDeserializationConfig());
  }

  /** The key that chooses one of several sections: {@link #TYPE}, where nothing else is said. */
  public String choiceKey(JavaType type) {
    JsonTypeInfo info =
        mapper
            .getDeserializationConfig()
            .introspectClassAnnotations(type)
            .getClassInfo()
            .getAnnotation(JsonTypeInfo.class);
    return info == null ? TYPE : info.property();
  }

  /** The choices that the {@link #choiceKey} of a section names; empty if there is no choice. */
  public SortedMap<String, JavaType> choices(JavaType type) {
    return choices.computeIfAbsent(type, this::findChoices);
  }

  private SortedMap<String, JavaType> findChoices(JavaType type) {
    DeserializationConfig config = mapper.getDeserializationConfig();
    AnnotatedClass annotated =
        AnnotatedClassResolver.resolveWithoutSuperTypes(config, type.getRawClass());
    SortedMap<String, JavaType> found = new TreeMap<>();
    for (NamedType named :
        mapper.getSubtypeResolver().collectAndResolveSubtypesByTypeId(config, annotated)) {
      if (named.hasName() && named.getType() != type.getRawClass()) {
        found.put(named.getName(), mapper.constructType(named.getType()));
      }
    }
    return Collections.unmodifiableSortedMap(found);
  }

  /** The keys of a section in the order of the record's components; empty if it is no section. */
  public Map<String, SettableBeanProperty> keys(JavaType type) {
    return keys.computeIfAbsent(type, this::findKeys);
  }

  private Map<String, SettableBeanProperty> findKeys(JavaType type) {
    Map<String, SettableBeanProperty> found = new LinkedHashMap<>();
    try {
      if (type.getRawClass().isRecord()
          && context.findNonContextualValueDeserializer(type)
              instanceof BeanDeserializerBase section
          && section.getValueInstantiator().canCreateFromObjectWith()) {
        for (SettableBeanProperty key :
            section.getValueInstantiator().getFromObjectArguments(context.getConfig())) {
          found.put(key.getName(), key);
        }
      }
    } catch (JsonMappingException e) {
      throw new IllegalStateException(e); // of the records, not of a configuration
    }
    return Collections.unmodifiableMap(found);
  }
}
