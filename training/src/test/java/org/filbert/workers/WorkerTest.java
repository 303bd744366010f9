package org.filbert.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.filbert.linalg.Backends;
import org.junit.jupiter.api.Test;

class WorkerTest {
  private static final Key<String> CONSTANT = Key.constant("rows", String.class);
  private static final Key<String> STORED = Key.stored("name", String.class);
  private static final Key<String> REBUILT = Key.rebuilt("cache", String.class);
  private static final Key<AutoCloseable> RESOURCE = Key.rebuilt("memory", AutoCloseable.class);

  private final Worker worker = new Worker(1, 3, Backends.choose("java", "plain"));

  @Test
  void partsAreKeptByTheirTier() {
    worker.put(CONSTANT, "c");
    worker.put(STORED, "a");
    worker.put(REBUILT, "b");
    assertThat(worker.parts(Key.Tier.CONSTANT)).containsOnly(Map.entry("rows", "c"));
    assertThat(worker.parts(Key.Tier.STORED)).containsOnly(Map.entry("name", "a"));
    assertThat(worker.parts(Key.Tier.REBUILT)).containsOnly(Map.entry("cache", "b"));

    Worker next = new Worker(1, 3, worker.backend());
    for (Key.Tier tier : new Key.Tier[] {Key.Tier.CONSTANT, Key.Tier.STORED}) {
      next.restore(tier, worker.parts(tier));
    }
    assertThat(next.get(STORED)).isEqualTo("a");
    assertThat(next.get(CONSTANT)).isEqualTo("c");
    assertThat(next.find(REBUILT)).isNull();
    for (Key.Tier tier : new Key.Tier[] {Key.Tier.CONSTANT, Key.Tier.STORED}) {
      assertThat(next.parts(tier)).isEqualTo(worker.parts(tier));
    }
  }

  @Test
  void anAbsentValueIsAnErrorOrMadeOnce() {
    assertThatThrownBy(() -> worker.get(STORED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("worker 1 has no name");
    AtomicInteger made = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      assertThat(worker.getOrMake(REBUILT, () -> "made " + made.incrementAndGet()))
          .isEqualTo("made 1");
    }
  }

  @Test
  void aValueOfAnotherTypeIsRefused() {
    worker.put(STORED, "a");
    assertThatThrownBy(() -> worker.get(Key.stored("name", Integer.class)))
        .isInstanceOf(ClassCastException.class);
  }

  @Test
  void removingForgetsAndReleases() {
    AtomicInteger closed = new AtomicInteger();
    worker.put(RESOURCE, closed::incrementAndGet);
    worker.put(STORED, "a");
    worker.remove(RESOURCE);
    worker.remove(STORED);
    worker.remove(REBUILT);
    assertThat(closed).hasValue(1);
    assertThat(worker.find(RESOURCE)).isNull();
    assertThat(worker.parts(Key.Tier.STORED)).isEmpty();
    worker.close();
    assertThat(closed).hasValue(1);
  }
}
