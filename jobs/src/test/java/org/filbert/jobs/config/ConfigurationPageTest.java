package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.filbert.connectors.RowRange;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The user guide names every key of a configuration, and every value of a choice. */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("../docs/user-guide/configuration.md");

  static List<RecordComponent> topLevel() {
    return List.of(TrainConfig.class.getRecordComponents());
  }

  @ParameterizedTest
  @MethodSource("topLevel")
  void documentsTheKeyAndAllBelowIt(RecordComponent key) throws IOException {
    String page = Files.readString(PAGE);
    assertThat(section(page, "## Top level")).contains("`" + key.getName() + "`");
    Set<String> words = new TreeSet<>();
    collect(key.getGenericType(), words);
    String section = words.isEmpty() ? "" : sectionOf(key.getName(), page);
    assertThat(words)
        .allSatisfy(word -> assertThat(section).containsPattern("`([a-z]+\\.)?" + word + "`"));
  }

  /** The part with the key's name in its heading; for a plain value the table of such. */
  private static String sectionOf(String key, String page) {
    return page.lines()
        .filter(line -> line.startsWith("## ") && line.contains("`" + key + "`"))
        .findFirst()
        .map(heading -> section(page, heading))
        .orElseGet(() -> section(page, "## Top level"));
  }

  private static String section(String page, String heading) {
    int from = page.indexOf("\n" + heading + "\n");
    assertThat(from).as(heading).isNotNegative();
    int to = page.indexOf("\n## ", from + 1);
    return page.substring(from, to < 0 ? page.length() : to);
  }

  private static void collect(Type type, Set<String> words) {
    if (type == SolverOptions.class) {
      for (SolverType solver : SolverType.all()) {
        words.add(solver.name());
        collect(solver.options(), words);
      }
    } else if (type == SystemOptions.class) {
      for (SystemType system : SystemType.all()) {
        words.add(system.name());
        collect(system.options(), words);
      }
    } else if (type instanceof ParameterizedType generic) {
      Arrays.stream(generic.getActualTypeArguments()).forEach(each -> collect(each, words));
    } else if (type instanceof Class<?> found && found.isEnum()) {
      for (Object constant : found.getEnumConstants()) {
        words.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }
    } else if (type instanceof Class<?> found && found.isSealed()) {
      Arrays.stream(found.getPermittedSubclasses()).forEach(each -> collect(each, words));
    } else if (type instanceof Class<?> found && found.isRecord() && !isOneValue(found)) {
      for (RecordComponent component : found.getRecordComponents()) {
        words.add(component.getName());
        collect(component.getGenericType(), words);
      }
    }
  }

  /** Whether a record is written as text or a number rather than as keys. */
  private static boolean isOneValue(Class<?> type) {
    return type == RowRange.class
        || Arrays.stream(type.getDeclaredMethods())
            .anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
  }
}
