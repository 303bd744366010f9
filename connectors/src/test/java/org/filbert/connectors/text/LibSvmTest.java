package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibSvmTest {
  @TempDir Path directory;

  @Test
  void indicesFromOne() throws IOException {
    Path file = file(directory, "a.txt", "+1 1:0.5 3:-2 \n-1\t2:1e3\n2\n");
    assertThat(readExamples(labelled(file, LIBSVM)))
        .containsExactly("[0, 2][0.5, -2.0] -> +1", "[1][1000.0] -> -1", "[][] -> 2");
  }

  @Test
  void indicesFromZeroToTheLargestAllowed() throws IOException {
    Path file = file(directory, "a.txt", "A 0:1 9:2\n");
    assertThat(readExamples(labelled(file, new LibSvm(false, 10))))
        .containsExactly("[0, 9][1.0, 2.0] -> A");
  }

  @Test
  void manyPairs() throws IOException {
    String pairs =
        IntStream.rangeClosed(1, 1000).mapToObj(i -> i + ":" + i).collect(Collectors.joining(" "));
    Path file = file(directory, "a.txt", "A " + pairs);
    Instance.Example example = (Instance.Example) read(labelled(file, LIBSVM)).get(0);
    assertThat(example.features().width()).isEqualTo(1000);
  }

  @Test
  void commentsAndQueriesArePassedOver() throws IOException {
    Path file =
        file(
            directory,
            "a.txt",
            "# made by hand\n1 1:2 # the first\n  #\n\n2 qid:7 1:3 #doc = 8:9\nC# 2:4\t\n3 #\n");
    assertThat(readExamples(labelled(file, LIBSVM)))
        .containsExactly("[0][2.0] -> 1", "[0][3.0] -> 2", "[1][4.0] -> C#", "[][] -> 3");
    assertThat(
            readExamples(dataSet(file, LIBSVM, "2-2", OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("[0][3.0] -> [2.0]");
    Path comments = file(directory, "b.txt", "# nothing\n#\n");
    assertThatThrownBy(() -> read(labelled(comments, LIBSVM)))
        .hasMessage(comments + ": found no records, allowed one or more");
  }

  @Test
  void withoutLabels() throws IOException {
    Path file = file(directory, "a.txt", " 1:2\n7 1:3\n");
    assertThat(
            readExamples(dataSet(file, LIBSVM, null, OnBadRecord.FAIL, TaskKind.REGRESSION, false)))
        .containsExactly("[0][2.0] -> none", "[0][3.0] -> [7.0]");
  }
}
