package org.filbert.jobs.datasets;

import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The public data sets that the shipped configurations use. */
public record Catalogue(List<PublicDataSet> dataSets) {
  /** The catalogue that comes with Filbert. */
  public static Catalogue shipped() {
    YAMLMapper mapper =
        YAMLMapper.builder()
            .addModule(new Jdk8Module())
            .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
            .build();
    try (InputStream in = Catalogue.class.getResourceAsStream("catalogue.yaml")) {
      return mapper.readValue(Objects.requireNonNull(in), Catalogue.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds a data set by its name. */
  public PublicDataSet find(String name) {
    return dataSets.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "found no data set "
                        + name
                        + ", there are "
                        + dataSets.stream()
                            .map(PublicDataSet::name)
                            .collect(Collectors.joining(", "))));
  }

  /** The downloadable data set that contains a file of the data directory. */
  public Optional<PublicDataSet> owner(String file) {
    return dataSets.stream()
        .filter(
            set ->
                set.files().stream()
                    .anyMatch(
                        each ->
                            each.file().equals(file)
                                && (each.address().isPresent() || set.archive().isPresent())))
        .findFirst();
  }
}
