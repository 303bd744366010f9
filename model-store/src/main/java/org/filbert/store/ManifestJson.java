package org.filbert.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.filbert.store.codec.CodecException;

/** Writes and reads manifest and provenance. Missing and unknown fields are errors. */
final class ManifestJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ManifestJson() {}

  static byte[] write(Object object) throws IOException {
    String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(object);
    return (text.replace(System.lineSeparator(), "\n") + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static JsonNode tree(byte[] json) throws IOException {
    try {
      return MAPPER.readTree(text(json));
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  static <T> T read(byte[] json, Class<T> type) throws IOException {
    try {
      T object = MAPPER.readValue(text(json), type);
      if (object == null) {
        throw new CodecException("found null, expected a " + type.getSimpleName());
      }
      return object;
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  /** Decodes UTF-8. The parser itself would guess the encoding. */
  private static String text(byte[] json) throws CodecException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
    } catch (CharacterCodingException e) {
      throw new CodecException("found unreadable JSON, which is not UTF-8", e);
    }
  }

  static <T> T convert(JsonNode tree, Class<T> type) throws IOException {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private static CodecException unreadable(JsonProcessingException e) {
    String place = e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
    return new CodecException("found unreadable JSON" + place + ": " + e.getOriginalMessage(), e);
  }
}
