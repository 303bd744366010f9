package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests of conf/kubernetes fit the schema of Flink's Kubernetes operator. */
class KubernetesManifestsTest {
  private static final Path HOME = Path.of("..");
  private static final ObjectMapper YAML = new YAMLMapper();

  @ParameterizedTest
  @ValueSource(strings = {"batch", "stream", "session"})
  void everyFieldIsKnownAndOfItsType(String name) throws IOException {
    assertThat(strict().validate(manifest(name))).isEmpty();
  }

  @Test
  void misspeltFieldsAreFound() throws IOException {
    ObjectNode manifest = (ObjectNode) manifest("batch");
    ((ObjectNode) manifest.at("/spec/job")).put("upgradeMod", "stateless");
    ((ObjectNode) manifest.at("/spec/taskManager")).put("replicas", "four");
    assertThat(strict().validate(manifest)).hasSize(2);
  }

  /** What the image runs exists in it, with keys that the configurations have. */
  @Test
  void argumentsAreThoseOfTheCommands() throws IOException {
    ConfigLoader configs = new ConfigLoader();
    assertThat(configs.load(config("batch"), values("batch"), TrainConfig.class).workers())
        .isEqualTo(manifest("batch").at("/spec/job/parallelism").asInt());
    assertThat(configs.load(config("stream"), values("stream"), OnlineConfig.class).workers())
        .isEqualTo(manifest("stream").at("/spec/job/parallelism").asInt());
  }

  private static Path config(String name) throws IOException {
    String named = arguments(name).get(arguments(name).indexOf("--config") + 1);
    return HOME.resolve(Path.of("/opt/filbert").relativize(Path.of(named)));
  }

  private static List<String> values(String name) throws IOException {
    List<String> arguments = arguments(name);
    return java.util.stream.IntStream.range(1, arguments.size())
        .filter(i -> arguments.get(i - 1).equals("--set"))
        .mapToObj(arguments::get)
        .toList();
  }

  private static List<String> arguments(String name) throws IOException {
    return StreamSupport.stream(manifest(name).at("/spec/job/args").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  private static JsonNode manifest(String name) throws IOException {
    return YAML.readTree(HOME.resolve("conf/kubernetes/" + name + ".yaml").toFile());
  }

  /**
   * The operator's schema, which drops unknown fields without a word, as one that refuses them. The
   * newest published one does not list Flink 2.
   */
  private static JsonSchema strict() throws IOException {
    try (InputStream in =
        KubernetesManifestsTest.class.getResourceAsStream(
            "/META-INF/fabric8/flinkdeployments.flink.apache.org-v1.yml")) {
      JsonNode schema =
          YAML.readTree(Objects.requireNonNull(in)).at("/spec/versions/0/schema/openAPIV3Schema");
      ((ArrayNode) schema.at("/properties/spec/properties/flinkVersion/enum")).add("v2_2");
      ObjectNode properties = (ObjectNode) schema.get("properties");
      for (String common : List.of("apiVersion", "kind", "metadata")) {
        properties.putObject(common);
      }
      refuseUnknown(schema);
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema);
    }
  }

  private static void refuseUnknown(JsonNode schema) {
    if (schema.has("properties")
        && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
      ((ObjectNode) schema).put("additionalProperties", false);
    }
    schema.forEach(KubernetesManifestsTest::refuseUnknown);
  }
}
