package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.MemorySize;
import org.filbert.jobs.cli.Filbert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locales with digits of their own, and those that write upper case in other ways. */
class LocaleTest {
  private static final List<String> NONE = List.of();
  private static final List<String> PERSIAN = List.of("-Duser.language=fa", "-Duser.country=IR");
  private static final List<String> HINDI =
      List.of("-Duser.language=hi", "-Duser.country=IN", "-Duser.extensions=u-nu-deva");
  private static final List<String> TURKISH = List.of("-Duser.language=tr", "-Duser.country=TR");

  @TempDir Path directory;

  @Test
  void modelsAndPredictionsAreThoseOfAnyOtherLocale() throws Exception {
    TinyData plain = SmallRun.in(Files.createDirectory(directory.resolve("plain")));
    String expected = scored(plain, NONE, NONE);
    TinyData other = SmallRun.in(Files.createDirectory(directory.resolve("other")));
    assertThat(scored(other, PERSIAN, HINDI)).isEqualTo(expected);
    assertThat(SmallRun.model(other)).isEqualTo(SmallRun.model(plain));
    assertThat(predicted(other, TURKISH)).isEqualTo(expected);
  }

  /** Prints what Flink reads back. */
  static final class Size {
    public static void main(String[] args) {
      System.out.println(MemorySize.parse(MemorySize.ofMebiBytes(64).toString()).getMebiBytes());
    }
  }

  @Test
  void processesOfAClusterHaveDigitsThatFlinkReads() throws Exception {
    for (List<String> locale : List.of(PERSIAN, HINDI)) {
      List<String> arguments = new ArrayList<>(locale);
      arguments.add("@" + Path.of("../conf/flink/jvm.options"));
      arguments.addAll(ChildRun.program(Size.class));
      try (ChildRun child = ChildRun.java(NONE, arguments, directory.resolve("log"))) {
        assertThat(child.assertDone()).contains("64");
      }
    }
  }

  private static String scored(TinyData data, List<String> training, List<String> scoring)
      throws Exception {
    List<String> command = SmallRun.DESCENT.command(data, List.of("solver.epochs=2"));
    assertDigits(run(data, training, command));
    for (String file : List.of("summary.json", "curve.jsonl", "report.html")) {
      assertDigits(Files.readString(data.run().resolve(file)));
    }
    return predicted(data, scoring);
  }

  private static String predicted(TinyData data, List<String> locale) throws Exception {
    String said =
        run(
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

  private static String run(TinyData data, List<String> locale, List<String> command)
      throws Exception {
    if (locale.isEmpty()) {
      return CommandLineRun.of(command.toArray(String[]::new)).assertDone().out();
    }
    Path log = data.directory().resolve("log");
    List<String> arguments = new ArrayList<>(ChildRun.OPENED);
    arguments.addAll(locale);
    arguments.addAll(ChildRun.program(Filbert.class));
    arguments.addAll(command);
    try (ChildRun child = ChildRun.java(NONE, arguments, log)) {
      return child.assertDone();
    }
  }

  private static void assertDigits(String text) {
    assertThat(text).containsPattern("[0-9]").doesNotContainPattern("[\\p{Nd}&&[^0-9]]");
  }
}
