package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.filbert.jobs.GeneratedFile;
import org.junit.jupiter.api.Test;

/**
 * The Javadoc of the records describes every key of a configuration; the schema and the page of the
 * documentation are made from it.
 */
class ConfigurationPageTest {
  private final RecordComments comments = new RecordComments();
  private final ConfigSchema schema = new ConfigSchema(ConfigLoader.MAPPER, comments::of);

  @Test
  void theStoredDescriptionsSchemaAndPageAreCurrent() throws IOException {
    GeneratedFile.check(Path.of("../conf/schema.json"), schema.written());
    GeneratedFile.check(
        Path.of("../docs/reference/configuration.md"), ConfigurationPage.of(schema.all()));
    GeneratedFile.check(
        Path.of("src/main/resources/org/filbert/jobs/config/yaml/keys.properties"),
        comments.properties());
  }

  @Test
  void everyKeyHasADescription() {
    schema.written();
    assertThat(comments.asked())
        .allSatisfy((key, comment) -> assertThat(comment).as(key).isNotEmpty());
  }
}
