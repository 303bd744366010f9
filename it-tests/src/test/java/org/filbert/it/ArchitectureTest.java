package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the classes of all modules depend on each other, as {@code jdeps} sees it. */
class ArchitectureTest {
  private static final List<String> MODULES =
      List.of(
          "numerics",
          "training",
          "online",
          "vector-math",
          "model-store",
          "connectors",
          "operators",
          "estimators",
          "sql",
          "jobs",
          "examples");

  /**
   * The most classes of one package that may need each other. The largest circle is a training:
   * what is asked for, its builder, what runs it, and the run's three parts.
   */
  private static final int LARGEST = 6;

  /** Packages of which all public types are for users of the library, and programs. */
  private static final Set<String> FOR_USERS =
      Set.of(
          "org.filbert.estimators",
          "org.filbert.sql",
          "org.filbert.jobs.sql",
          "org.filbert.examples");

  /** Other public types without a reader in the main code of these modules. */
  private static final Set<String> API =
      Set.of(
          // users call, construct or catch them
          "connectors.idx.Idx",
          "connectors.npy.Npy",
          "connectors.text.Documents",
          "connectors.text.LibSvm",
          "solver.CoordinateDescentOptions",
          "solver.EigenProOptions",
          "solver.Preconditioner",
          "store.ModelFiles",
          // a constant of it is read, which the compiler copies
          "connectors.file.Compression",
          // benchmarks, and tests of other packages
          "jobs.config.training.CacheConfig",
          "jobs.config.training.ObjectiveConfig",
          "jobs.run.JobEnd",
          "online.batch.BatchState",
          "store.codec.FrameOutputStream",
          "store.codec.OpenTypes",
          "train.Preparation",
          "train.SystemRun");

  private static final String INTERNAL = ".internal.";

  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "^\\s+(org\\.filbert[\\w.$]+)\\s+->\\s+(org\\.filbert[\\w.$]+)", Pattern.MULTILINE);

  /** Classes that a class needs; nested ones count as the class around them. */
  private static final Map<String, Set<String>> NEEDS = new HashMap<>();

  @BeforeAll
  static void readClasses() throws IOException {
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    for (String module : MODULES) {
      String classes = Path.of("..", module, "target/classes").toRealPath().toString();
      StringWriter out = new StringWriter();
      PrintWriter writer = new PrintWriter(out, true);
      jdeps.run(writer, writer, "-v", "--multi-release", "base", "-cp", classes, classes);
      Matcher found = DEPENDENCY.matcher(out.toString());
      while (found.find()) {
        NEEDS
            .computeIfAbsent(around(found.group(1)), any -> new HashSet<>())
            .add(around(found.group(2)));
      }
    }
    assertThat(NEEDS).hasSizeGreaterThan(500);
  }

  private static String around(String type) {
    return type.replaceFirst("\\$.*", "");
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  @Test
  void fewClassesOfAPackageNeedEachOther() {
    Map<String, Set<String>> reached = new HashMap<>();
    NEEDS
        .keySet()
        .forEach(type -> reach(type, reached.computeIfAbsent(type, any -> new HashSet<>())));
    Set<Set<String>> circles = new HashSet<>();
    reached.forEach(
        (type, all) -> {
          Set<String> circle = new TreeSet<>(all);
          circle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(type));
          if (circle.size() > LARGEST) {
            circles.add(circle);
          }
        });
    assertThat(circles).isEmpty();
  }

  /** A package that needs another one is not needed by it, directly or not. */
  @Test
  void packagesHaveNoCycles() {
    Map<String, Set<String>> next = new HashMap<>();
    NEEDS.forEach(
        (type, needed) ->
            needed.stream()
                .map(ArchitectureTest::packageOf)
                .filter(other -> !other.equals(packageOf(type)))
                .forEach(
                    other ->
                        next.computeIfAbsent(packageOf(type), any -> new TreeSet<>()).add(other)));
    Set<String> circle = new TreeSet<>(next.keySet());
    while (circle.removeIf(each -> next.get(each).stream().noneMatch(circle::contains))) {
      // packages that need none of those that are left are in no cycle
    }
    assertThat(circle).isEmpty();
  }

  /** Types of a package {@code internal} are public to Java, and meant for the package around. */
  @Test
  void internalPackagesAreClosed() {
    Set<String> entered = new TreeSet<>();
    NEEDS.forEach(
        (type, needed) ->
            needed.stream()
                .filter(other -> packageOf(other).concat(".").contains(INTERNAL))
                .filter(
                    other ->
                        !(packageOf(type) + ".")
                            .startsWith(other.substring(0, other.indexOf(INTERNAL) + 1)))
                .forEach(other -> entered.add(type + " needs " + other)));
    assertThat(entered).isEmpty();
  }

  /** Collects what a class needs in its package, directly or not. */
  private static void reach(String type, Set<String> reached) {
    for (String next : NEEDS.getOrDefault(type, Set.of())) {
      if (packageOf(next).equals(packageOf(type)) && reached.add(next)) {
        reach(next, reached);
      }
    }
  }

  @Test
  void aPublicTypeHasAReaderInAnotherPackage() throws IOException {
    Set<String> unread = new TreeSet<>();
    for (String module : MODULES) {
      Path sources = Path.of("..", module, "src/main/java");
      for (Path file : filesBelow(sources, ".java")) {
        String type = sources.relativize(file).toString().replace(".java", "").replace('/', '.');
        String name = type.substring(type.lastIndexOf('.') + 1);
        if (Pattern.compile("(?m)^public .*(class|interface|record|enum) " + name + "\\b")
            .matcher(Files.readString(file))
            .find()) {
          unread.add(type);
        }
      }
    }
    NEEDS.forEach(
        (type, needed) ->
            unread.removeIf(
                other -> needed.contains(other) && !packageOf(other).equals(packageOf(type))));
    unread.removeIf(type -> FOR_USERS.contains(packageOf(type)));
    unread.removeAll(services());
    assertThat(unread)
        .extracting(type -> type.replaceFirst("^org\\.filbert\\.", ""))
        .containsExactlyInAnyOrderElementsOf(API);
  }

  /** Classes that are registered as services, or have one nested. */
  private static Set<String> services() throws IOException {
    Set<String> services = new HashSet<>();
    for (String module : MODULES) {
      for (Path file : filesBelow(Path.of("..", module, "src/main/resources/META-INF"), "")) {
        Files.readAllLines(file).forEach(line -> services.add(around(line)));
      }
    }
    return services;
  }

  private static List<Path> filesBelow(Path directory, String ending) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> Files.isRegularFile(file) && file.toString().endsWith(ending))
          .toList();
    }
  }
}
