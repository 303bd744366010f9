package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.MemorySize;
import org.filbert.jobs.cli.Filbert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Locales with digits of their own, and those that write upper case in other ways. */
class LocaleTest {
  private static final Locale PERSIAN = Locale.forLanguageTag("fa-IR");
  private static final Locale HINDI = Locale.forLanguageTag("hi-IN-u-nu-deva");
  private static final Locale TURKISH = Locale.forLanguageTag("tr-TR");

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  /** A command under a locale. */
  private interface Runner {
    String run(TinyData data, Locale locale, List<String> command) throws Exception;
  }

  @Test
  void modelsAndPredictionsAreThoseOfAnyOtherLocale() throws Exception {
    assertSame(LocaleTest::inThisProcess);
  }

  /** No class is loaded before the locale is there. */
  @Test
  @Tag("ci")
  void soAreThoseOfOtherProcesses() throws Exception {
    assertSame(LocaleTest::inAnother);
  }

  private void assertSame(Runner runner) throws Exception {
    TinyData plain = SmallRun.in(Files.createDirectory(directory.resolve("plain")));
    String expected = scored(plain, Locale.ROOT, Locale.ROOT, LocaleTest::inThisProcess);
    TinyData other = SmallRun.in(Files.createDirectory(directory.resolve("other")));
    assertThat(scored(other, PERSIAN, HINDI, runner)).isEqualTo(expected);
    assertThat(SmallRun.model(other)).isEqualTo(SmallRun.model(plain));
    assertThat(predicted(other, TURKISH, runner)).isEqualTo(expected);
  }

  /** Prints what Flink reads back. */
  static final class Size {
    public static void main(String[] args) {
      System.out.println(MemorySize.parse(MemorySize.ofMebiBytes(64).toString()).getMebiBytes());
    }
  }

  @Test
  void processesOfAClusterHaveDigitsThatFlinkReads() throws Exception {
    for (Locale locale : List.of(PERSIAN, HINDI)) {
      List<String> arguments = new ArrayList<>(options(locale));
      arguments.add("@" + Path.of("../conf/flink/jvm.options"));
      arguments.addAll(ChildRun.program(Size.class));
      try (ChildRun child = ChildRun.java(List.of(), arguments, directory.resolve("log"))) {
        assertThat(child.assertDone()).contains("64");
      }
    }
  }

  private static String scored(TinyData data, Locale training, Locale scoring, Runner runner)
      throws Exception {
    List<String> command = SmallRun.DESCENT.command(data, List.of("solver.epochs=2"));
    assertDigits(runner.run(data, training, command));
    for (String file : List.of("summary.json", "curve.jsonl", "report.html")) {
      assertDigits(Files.readString(data.run().resolve(file)));
    }
    return predicted(data, scoring, runner);
  }

  private static String predicted(TinyData data, Locale locale, Runner runner) throws Exception {
    String said =
        runner.run(
            data,
            locale,
            List.of(
                "predict",
                "--scores",
                "--model=tiny",
                "--store=" + data.path("store"),
                "--input=" + data.path("test.csv"),
                "--output=" + data.path("out.csv")));
    assertThat(said).contains("20 rows predicted by tiny@1");
    return Files.readString(data.directory().resolve("out.csv"));
  }

  private static String inThisProcess(TinyData data, Locale locale, List<String> command) {
    Locale before = Locale.getDefault();
    Locale.setDefault(locale);
    try {
      return CommandLineRun.of(command.toArray(String[]::new)).assertDone().out();
    } finally {
      Locale.setDefault(before);
    }
  }

  private static List<String> options(Locale locale) {
    List<String> options = new ArrayList<>();
    options.add("-Duser.language=" + locale.getLanguage());
    options.add("-Duser.country=" + locale.getCountry());
    if (locale.hasExtensions()) {
      options.add("-Duser.extensions=u-" + locale.getExtension(Locale.UNICODE_LOCALE_EXTENSION));
    }
    return options;
  }

  private static String inAnother(TinyData data, Locale locale, List<String> command)
      throws Exception {
    Path log = data.directory().resolve("log");
    List<String> arguments = new ArrayList<>(ChildRun.OPENED);
    arguments.addAll(options(locale));
    arguments.addAll(ChildRun.program(Filbert.class));
    arguments.addAll(command);
    try (ChildRun child = ChildRun.java(List.of(), arguments, log)) {
      return child.assertDone();
    }
  }

  private static void assertDigits(String text) {
    assertThat(text).containsPattern("[0-9]").doesNotContainPattern("[\\p{Nd}&&[^0-9]]");
  }
}
