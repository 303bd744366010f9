package org.filbert.jobs.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.operators.loop.spec.Attempts.Mark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotedBeginningsTest {
  private static final Mark FIRST = new Mark("job", 0);

  @TempDir Path run;

  private NotedBeginnings beginnings() {
    return new NotedBeginnings(new RunDirectory(run.toString()));
  }

  private static Mark attempt(int number) {
    return new Mark("job", number);
  }

  @Test
  void countsWhatHasBegun() {
    beginnings().note(FIRST);
    beginnings().note(attempt(5));
    assertThat(beginnings().between(FIRST, attempt(5))).isEqualTo(1);
    assertThat(beginnings().between(FIRST, attempt(6))).isEqualTo(2);
    assertThat(beginnings().between(attempt(1), attempt(6))).isEqualTo(1);
  }

  @Test
  void anotherJobBeginsAnew() {
    beginnings().note(new Mark("former", 9));
    assertThat(beginnings().between(FIRST, attempt(3))).as("none is noted").isEqualTo(3);
    beginnings().note(FIRST);
    assertThat(beginnings().between(FIRST, attempt(3))).isEqualTo(1);
  }

  @Test
  void anotherJobManagerBeginsAnew() {
    beginnings().note(FIRST);
    beginnings().note(attempt(4));
    beginnings().note(FIRST);
    assertThat(beginnings().between(FIRST, attempt(5))).isEqualTo(1);
  }

  @Test
  void withoutTheFileAllHaveBegun() throws IOException {
    beginnings().note(FIRST);
    NotedBeginnings unwritable = beginnings();
    Files.delete(run.resolve("attempts.json"));
    Files.createDirectory(run.resolve("attempts.json"));
    unwritable.note(attempt(3));
    assertThat(unwritable.between(FIRST, attempt(3))).isEqualTo(3);
  }
}
