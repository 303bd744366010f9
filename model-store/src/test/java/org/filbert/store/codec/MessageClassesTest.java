package org.filbert.store.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.online.Columns;
import org.filbert.online.recursive.ExpertOptions;
import org.filbert.online.recursive.RecursiveLearner;
import org.filbert.online.recursive.RecursiveOptions;
import org.filbert.train.Training;
import org.filbert.workers.Key;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.junit.jupiter.api.Test;

class MessageClassesTest {
  private static final class Holder {
    @SuppressWarnings("unchecked")
    static final Key<List<Kept>> KEPT = (Key<List<Kept>>) (Key<?>) Key.stored("kept", List.class);

    record Answer(Shade[] shades, Map<String, ? extends Rest> rest) {}

    record Ask(int number) implements Task<List<Answer>> {
      @Override
      public List<Answer> run(org.filbert.workers.Worker worker) {
        return List.of();
      }
    }
  }

  record Kept() {}

  record Left() {}

  enum Shade {
    LIGHT
  }

  sealed interface Rest {}

  record Much(Object anything) implements Rest {}

  record Little<T extends Kept>(T more) implements Rest {}

  @Test
  void findsWhatIsNestedPermittedKeptAnsweredAndComposed() {
    assertThat(MessageClasses.of(List.of(Holder.class)))
        .containsExactly(
            Holder.Answer.class,
            Holder.Ask.class,
            Kept.class,
            Little.class,
            Much.class,
            Shade.class);
    assertThat(MessageClasses.of(List.of(Left.class, Kept.class)))
        .containsExactly(Kept.class, Left.class);
  }

  @Test
  void refusesAClassThatNamesNothing() {
    assertThatThrownBy(() -> MessageClasses.of(List.of(Thread.class)))
        .hasMessage("found message class java.lang.Thread, only records and enums are allowed");
  }

  /** A task that no program names would fail a run when it is first sent. */
  @Test
  void everyTaskOfTheNumericsIsNamed() throws Exception {
    List<Class<?>> named = new ArrayList<>(Training.messagesOfAll());
    named.addAll(learner().messages());
    Set<Class<?>> known = new HashSet<>(MessageClasses.of(named));
    List<Class<?>> tasks = tasks();
    assertThat(tasks).hasSizeGreaterThan(100);
    assertThat(known).containsAll(tasks);
  }

  /** The learner of streams whose tasks no training has. */
  private static RecursiveLearner learner() {
    RandomFourier map = new RandomFourier(new Gaussian(1), 1, 2, 1, RandomFourier.Form.COSINE_SINE);
    return new RecursiveLearner(
        new RecursiveOptions(List.of(new ExpertOptions(map, 1, 1)), Precision.DOUBLE, 1, 0, 0),
        new Columns.Values(new double[1]));
  }

  private static List<Class<?>> tasks() throws IOException, URISyntaxException {
    URI place = Training.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      return tasks(path);
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return tasks(jar.getPath("/"));
    }
  }

  private static List<Class<?>> tasks(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.startsWith("org/filbert/") && name.endsWith(".class"))
          .<Class<?>>map(name -> type(name.substring(0, name.length() - 6).replace('/', '.')))
          .filter(Class::isRecord)
          .filter(type -> Task.class.isAssignableFrom(type) || SumTask.class.isAssignableFrom(type))
          .toList();
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, Training.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
