package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.jobs.config.yaml.YamlReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema by which editors check configurations. */
class ConfigSchemaTest {
  private static final Path CONF = Path.of("../conf");
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(ConfigSchema.text());

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(CONF)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @Test
  void theStoredOneIsCurrent() throws IOException {
    assertThat(Files.readString(CONF.resolve("schema.json")))
        .as("./filbert schema > conf/schema.json")
        .isEqualTo(ConfigSchema.text());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleNamesItAndKeepsToIt(Path example) throws IOException {
    String yaml = Files.readString(example);
    assertThat(yaml).startsWith("# yaml-language-server: $schema=schema.json\n");
    assertThat(problems(yaml)).isEmpty();
    ConfigLoader loader = new ConfigLoader();
    assertThat(problems(loader.toYaml(loader.parseAny(yaml)))).as("with all defaults").isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          blockSize: 2500                 | blockSiez: 2500      | blockSiez
          epochs: 5                       | epochs: five         | integer expected
          {type: gaussian, sigma: 0.2}    | {type: gauss}        | enumeration
          {type: gaussian, sigma: 0.2}    | {type: gaussian, sigma: -1} | must be
          {type: gaussian, sigma: 0.2}    | {type: laplacian}    | required property 'sigma' not found
          task: classification            | task: clustering     | enumeration
          name: letter                    | nam: letter          | required property 'name' not found
          """)
  void findsWhatIsWrong(String right, String wrong, String problem) throws IOException {
    String letter = Files.readString(CONF.resolve("letter.yaml"));
    assertThat(letter).contains(right);
    assertThat(problems(letter.replace(right, wrong))).anyMatch(found -> found.contains(problem));
  }

  private static List<String> problems(String yaml) {
    JsonNode node = YamlReader.read("test", yaml).root();
    return SCHEMA.validate(node).stream().map(ValidationMessage::getMessage).toList();
  }
}
