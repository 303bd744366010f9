package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.filbert.connectors.kafka.Secrets;

/** Says in a configuration's own terms why its values do not fit the records. */
public final class BindingProblem {
  private final ObjectMapper mapper;
  private final Sections sections;
  private final ConfigDocument document;

  public BindingProblem(ObjectMapper mapper, Sections sections, ConfigDocument document) {
    this.mapper = mapper;
    this.sections = sections;
    this.document = document;
  }

  /**
   * Explains why a configuration is refused. A key that is unknown comes first: it may be the
   * reason for all else.
   *
   * @param type of the configuration
   */
  public ConfigException explain(JsonMappingException e, Class<?> type) {
    return new UnknownKeys(sections)
        .first(KeyPath.ROOT, document.root(), mapper.constructType(type))
        .map(unknown -> unknownKey(unknown.path(), unknown.allowed()))
        .orElseGet(() -> explain(e));
  }

  private ConfigException explain(JsonMappingException e) {
    KeyPath path = KeyPath.of(e.getPath());
    if (e instanceof UnrecognizedPropertyException unknown) {
      return unknownKey(path, unknown.getKnownPropertyIds());
    }
    if (e instanceof MissingKeyException) {
      return document.problem(path.parent(), "lacks the key '" + path.last() + "'");
    }
    if (e instanceof InvalidTypeIdException type) {
      return badType(path, type);
    }
    if (e.getCause() instanceof InputCoercionException outOfRange) {
      return mismatch(path, outOfRange.getTargetType());
    }
    boolean rejected = e instanceof ValueInstantiationException;
    if (!rejected
        && e instanceof MismatchedInputException mismatch
        && mismatch.getTargetType() != null) {
      return unknownChoice(path, e).orElseGet(() -> mismatch(path, mismatch.getTargetType()));
    }
    return rejected(path, e);
  }

  /** A value that chooses none of several sections, where one of them takes what is unknown. */
  private Optional<ConfigException> unknownChoice(KeyPath path, JsonMappingException e) {
    Object section = e.getPath().get(e.getPath().size() - 1).getFrom();
    Class<?>[] kinds = section instanceof Class<?> type ? type.getInterfaces() : new Class<?>[0];
    return Stream.of(kinds)
        .map(mapper::constructType)
        .filter(kind -> !sections.choices(kind).isEmpty())
        .filter(kind -> path.last().equals(sections.choiceKey(kind)))
        .findFirst()
        .map(kind -> unknownChoice(path, document.at(path).asText(), kind));
  }

  private ConfigException unknownChoice(KeyPath path, String found, JavaType kind) {
    Collection<String> allowed = sections.choices(kind).keySet();
    return document.problem(
        path,
        "unknown %s '%s'%s; allowed: %s"
            .formatted(
                path.last(),
                found,
                Nearest.suggestion(found, allowed),
                String.join(", ", allowed)));
  }

  private ConfigException mismatch(KeyPath path, Class<?> type) {
    JavaType javaType = mapper.constructType(type);
    String described =
        mapper
            .getDeserializationConfig()
            .introspectClassAnnotations(javaType)
            .findClassDescription();
    return document.problem(
        path,
        "must be "
            + (described != null ? described : ValueDescription.allowed(type))
            + ", found "
            + found(path));
  }

  private String found(KeyPath path) {
    return !path.isRoot() && Secrets.hides(path.last())
        ? Secrets.HIDDEN
        : ValueDescription.found(document.at(path));
  }

  private ConfigException unknownKey(KeyPath path, Collection<?> known) {
    Collection<String> allowed = new TreeSet<>();
    known.forEach(id -> allowed.add(String.valueOf(id)));
    if (!path.last().equals(Sections.TYPE) && document.at(path.parent()).has(Sections.TYPE)) {
      allowed.add(Sections.TYPE);
    }
    return document.problem(
        path,
        "unknown key"
            + Nearest.suggestion(path.last(), allowed)
            + "; allowed: "
            + String.join(", ", allowed));
  }

  private ConfigException badType(KeyPath path, InvalidTypeIdException e) {
    Collection<String> allowed = sections.choices(e.getBaseType()).keySet();
    String key = sections.choiceKey(e.getBaseType());
    String choices = "; allowed: " + String.join(", ", allowed);
    if (e.getTypeId() == null) {
      return document.at(path).isObject()
          ? document.problem(path, "lacks the key '" + key + "'" + choices)
          : document.problem(
              path,
              "must be a section with the key '"
                  + key
                  + "', found "
                  + ValueDescription.found(document.at(path))
                  + choices);
    }
    return unknownChoice(path.child(key), e.getTypeId(), e.getBaseType());
  }

  /**
   * A value that its record refused. If the message begins with a key of the section, the origin is
   * that key's.
   */
  private ConfigException rejected(KeyPath path, JsonMappingException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message =
        cause instanceof JsonMappingException mapping
            ? mapping.getOriginalMessage()
            : cause.getMessage();
    String reason = Objects.requireNonNullElse(message, cause.toString());
    KeyPath culprit = path;
    for (String key : reason.split("[\\s:,]", 2)[0].split("\\.", -1)) {
      boolean known = document.at(culprit).isObject() && document.at(culprit).has(key);
      culprit = known ? culprit.child(key) : culprit;
    }
    return new ConfigException(document.origin(culprit), path, reason);
  }
}
