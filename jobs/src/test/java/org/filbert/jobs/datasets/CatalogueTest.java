package org.filbert.jobs.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {
  private static final Pattern DATA_FILE = Pattern.compile("(?:path|labels): data/([^\\s,}]+)");
  private static final Pattern SUM = Pattern.compile("[0-9a-f]{64}");

  @Test
  void everyFileHasASumOrAnArchiveThatHas() {
    for (PublicDataSet set : Catalogue.shipped().dataSets()) {
      assertThat(set.licence()).isNotBlank();
      for (PublicFile file : set.files()) {
        PublicFile checked = file.sha256().isPresent() ? file : set.archive().orElseThrow();
        assertThat(checked.sha256().orElseThrow()).matches(SUM);
        assertThat(checked.bytes()).isPresent();
      }
    }
  }

  @Test
  void hasAllThatTheShippedConfigurationsName() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("../conf"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        Matcher matcher = DATA_FILE.matcher(Files.readString(file));
        while (matcher.find()) {
          named.add(matcher.group(1));
        }
      }
    }
    assertThat(named).hasSizeGreaterThan(8);
    assertThat(Catalogue.shipped().dataSets())
        .flatExtracting(PublicDataSet::files)
        .extracting(PublicFile::file)
        .containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void theShippedFileIsTheListedOne() throws IOException {
    PublicFile letter = Catalogue.shipped().find("letter").files().get(0);
    assertThat(Contents.of(Path.of("../data").resolve(letter.file()), true))
        .isEqualTo(new Contents(letter.bytes().orElseThrow(), letter.sha256().orElseThrow()));
  }

  @Test
  void namesTheSetsThatThereAre() {
    assertThatThrownBy(() -> Catalogue.shipped().find("mnst"))
        .hasMessageContaining("found no data set mnst, there are letter, mnist, ");
  }
}
