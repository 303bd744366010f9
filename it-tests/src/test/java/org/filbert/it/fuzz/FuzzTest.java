package org.filbert.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gives {@code -Dfuzz.inputs} inputs of seed {@code -Dfuzz.seed} to every reader of bytes, or to
 * those whose names match {@code -Dfuzz.targets}, in {@code -Dfuzz.threads} threads. The results
 * are appended to {@code target/fuzz.txt}.
 */
class FuzzTest {
  private static final long INPUTS = Long.getLong("fuzz.inputs", 100_000);
  private static final long SEED = Long.getLong("fuzz.seed", 1);
  private static final Pattern TARGETS = Pattern.compile(System.getProperty("fuzz.targets", ".*"));
  private static final Path REPORT = Path.of("target", "fuzz.txt");

  static List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    targets.add(RecordTarget.CSV);
    targets.add(RecordTarget.LIBSVM);
    targets.add(RecordTarget.JSON);
    targets.addAll(FileTarget.all());
    targets.add(ConfigTarget.TRAIN);
    targets.add(ConfigTarget.ONLINE);
    targets.add(ConfigTarget.OVERRIDE);
    targets.add(new MessageTarget());
    targets.addAll(WireTarget.all());
    targets.add(new RunTarget());
    targets.add(new StoreTarget.Parts());
    targets.add(new StoreTarget.Manifests());
    return targets;
  }

  static List<Target> asked() {
    return targets().stream().filter(target -> TARGETS.matcher(target.name()).matches()).toList();
  }

  @ParameterizedTest
  @MethodSource("asked")
  void everyInputIsReadOrRefused(Target target) throws Exception {
    Campaign.Result result = new Campaign(target, SEED).run(INPUTS);
    Files.writeString(
        REPORT,
        String.format(
            Locale.ROOT,
            "%-30s %,12d inputs of seed %d, %,12d accepted, %6.2f minutes (%.2f of a processor),"
                + " %.1f µs each, at most %.3f s and %.1f MB each%n",
            target.name(),
            result.inputs(),
            SEED,
            result.accepted(),
            result.seconds() / 60,
            result.processorSeconds() / 60,
            1e6 * result.processorSeconds() / result.inputs(),
            result.mostSeconds(),
            result.mostBytes() / 1e6),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    assertThat(result.inputs()).isEqualTo(INPUTS);
    assertThat(result.accepted()).as("inputs that were accepted").isBetween(INPUTS / 1_000, INPUTS);
  }
}
