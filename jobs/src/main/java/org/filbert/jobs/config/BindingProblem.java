package org.filbert.jobs.config;

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
import java.util.TreeSet;
import org.filbert.connectors.kafka.Secrets;

/** Says in a configuration's own terms why its values do not fit the records. */
final class BindingProblem {
  private final ObjectMapper mapper;
  private final Sections sections;
  private final ConfigDocument document;

  BindingProblem(ObjectMapper mapper, Sections sections, ConfigDocument document) {
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
  ConfigException explain(JsonMappingException e, Class<?> type) {
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
      return mismatch(path, mismatch.getTargetType());
    }
    return rejected(path, e);
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
    String choices = "; allowed: " + String.join(", ", allowed);
    if (e.getTypeId() == null) {
      return document.at(path).isObject()
          ? document.problem(path, "lacks the key 'type'" + choices)
          : document.problem(
              path,
              "must be a section with the key 'type', found "
                  + ValueDescription.found(document.at(path))
                  + choices);
    }
    return document.problem(
        path.child(Sections.TYPE),
        "unknown type '"
            + e.getTypeId()
            + "'"
            + Nearest.suggestion(e.getTypeId(), allowed)
            + choices);
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
