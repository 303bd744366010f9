package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.operators.online.LabelJoin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Labels that come after their rows, before them, or never. */
@SuppressWarnings("try") // the harness may be interrupted while it closes
class LabelJoinTest {
  private static final long DELAY = 1000;
  private static final int MOST = 3;
  private static final Origin ORIGIN = new Origin("topic", 0, 0, 0);

  private static OneInputStreamOperatorTestHarness<Arrival, Arrival> harness() throws Exception {
    var harness = unopened();
    harness.open();
    return harness;
  }

  private static OneInputStreamOperatorTestHarness<Arrival, Arrival> unopened() throws Exception {
    var harness = new OneInputStreamOperatorTestHarness<>(new LabelJoin(DELAY, MOST));
    harness.setup(ArrivalSerializer.INSTANCE);
    return harness;
  }

  private static Arrival row(String id, @Nullable String label) {
    return new Arrival.Row(
        ORIGIN,
        id,
        new Features.Dense(new double[] {1}),
        label == null ? null : new Target.ClassName(label));
  }

  private static Arrival label(String id, String label) {
    return new Arrival.Label(ORIGIN, id, new Target.ClassName(label));
  }

  private static List<String> seen(OneInputStreamOperatorTestHarness<Arrival, Arrival> harness) {
    return harness.extractOutputValues().stream().map(LabelJoinTest::describe).toList();
  }

  private static String describe(Arrival arrival) {
    if (arrival instanceof Arrival.Row row) {
      return row.id()
          + (row.target() == null ? "" : "=" + ((Target.ClassName) row.target()).name());
    }
    return ((Arrival.Rejected) arrival).reason();
  }

  @Test
  void aRowIsScoredAtOnceAndLearnedWhenItsLabelComes() throws Exception {
    try (var harness = harness()) {
      harness.processElement(row("1", null), 0);
      assertThat(seen(harness)).containsExactly("1");
      harness.processElement(row("2", null), 0);
      harness.setProcessingTime(DELAY - 1);
      harness.processElement(label("1", "first"), 0);
      assertThat(seen(harness)).containsExactly("1", "2", "1=first");
    }
  }

  @Test
  void aLabelMayBeEarlier() throws Exception {
    try (var harness = harness()) {
      harness.processElement(label("1", "second"), 0);
      assertThat(seen(harness)).isEmpty();
      harness.processElement(row("1", null), 0);
      assertThat(seen(harness)).containsExactly("1=second");
    }
  }

  @Test
  void afterTheDelayARowIsForgotten() throws Exception {
    try (var harness = harness()) {
      harness.processElement(row("1", null), 0);
      harness.setProcessingTime(DELAY);
      harness.processElement(label("1", "A"), 0);
      assertThat(seen(harness)).containsExactly("1");
    }
  }

  @Test
  void rowsWithLabelsPass() throws Exception {
    try (var harness = harness()) {
      harness.processElement(row("1", "first"), 0);
      assertThat(seen(harness)).containsExactly("1=first");
    }
  }

  @Test
  void whatWasRejectedPasses() throws Exception {
    try (var harness = harness()) {
      harness.processElement(new Arrival.Rejected(ORIGIN, null, null, "found"), 0);
      assertThat(seen(harness)).containsExactly("found");
    }
  }

  @Test
  void tooManyDoNotWait() throws Exception {
    try (var harness = harness()) {
      for (String id : List.of("1", "2", "3", "4")) {
        harness.processElement(row(id, null), 0);
      }
      harness.processElement(label("1", "A"), 0);
      harness.processElement(label("3", "A"), 0);
      assertThat(seen(harness)).containsExactly("1", "2", "3", "4", "3=A");
    }
  }

  @Test
  void whatWaitsIsInACheckpoint() throws Exception {
    var before = harness();
    before.processElement(row("1", null), 0);
    var state = before.snapshot(1, 1);
    before.close();
    try (var after = unopened()) {
      after.initializeState(state);
      after.open();
      after.processElement(label("1", "A"), 0);
      assertThat(seen(after)).containsExactly("1=A");
    }
  }

  @Test
  void timeThatTheJobDoesNotRunDoesNotCount() throws Exception {
    var before = harness();
    before.setProcessingTime(5000);
    before.processElement(row("1", null), 0);
    before.processElement(row("2", null), 0);
    before.setProcessingTime(5000 + DELAY / 2);
    var state = before.snapshot(1, 1);
    before.close();
    try (var after = unopened()) {
      after.setProcessingTime(900_000);
      after.initializeState(state);
      after.open();
      after.setProcessingTime(900_000 + DELAY / 2 - 1);
      after.processElement(label("1", "A"), 0);
      after.setProcessingTime(900_000 + DELAY / 2);
      after.processElement(label("2", "A"), 0);
      assertThat(seen(after)).containsExactly("1=A");
    }
  }
}
