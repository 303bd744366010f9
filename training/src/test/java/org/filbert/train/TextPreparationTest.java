package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.TextPreprocessing;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.testing.Reviews;
import org.filbert.testing.Shards;
import org.filbert.text.Analyser;
import org.filbert.text.Analysis;
import org.filbert.text.Coverage;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.columns.TextOptions;
import org.filbert.train.columns.TextOptions.EmptyDocuments;
import org.filbert.train.columns.TextOptions.VocabularyLimits;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextPreparationTest {
  private static final Backend BACKEND = Backends.choose("java");
  private static final Analysis ANALYSIS = new Analysis(3, true, true);
  private static final TextOptions ALL = options(1, Integer.MAX_VALUE, EmptyDocuments.ZEROS);
  private static final List<Instance> REVIEWS = Reviews.of(Role.TRAIN, 200);

  private static TextOptions options(int minDocuments, int maxSize, EmptyDocuments empty) {
    return new TextOptions(
        ANALYSIS, Weights.TF_IDF, true, new VocabularyLimits(minDocuments, maxSize), empty);
  }

  private static Preparation preparation(TextOptions options, Kernel kernel, boolean median) {
    return new Preparation(
        TrainingSpec.of(kernel)
            .medianSigma(median)
            .preprocessing(
                new PreprocessingOptions(
                    new Scaling.None(),
                    Storage.AUTO,
                    options,
                    OptionalInt.empty(),
                    true,
                    List.of(),
                    null))
            .precision(Precision.DOUBLE)
            .seed(7)
            .build());
  }

  private static Prepared prepare(List<Instance> instances, TextOptions options, int workers) {
    try (LocalWorkers local = Shards.local(instances, new Placement(5, workers), BACKEND)) {
      return preparation(options, new Linear(), false).run(local);
    }
  }

  private static Vocabulary vocabulary(Prepared prepared) {
    Vocabulary found = ((TextPreprocessing) prepared.preprocessing()).encoding().vocabulary();
    assertThat(found).isNotNull();
    return found;
  }

  /** Number of documents of each n-gram, counted by the slowest way. */
  private static TreeMap<Long, Integer> counted(List<Instance> instances) {
    TreeMap<Long, Integer> counts = new TreeMap<>();
    try (Analyser analyser = new Analyser(ANALYSIS)) {
      for (Instance instance : instances) {
        Set<Long> distinct = new TreeSet<>();
        String document = ((Features.Text) ((Instance.Example) instance).features()).document();
        Arrays.stream(analyser.nGrams(document)).forEach(distinct::add);
        distinct.forEach(nGram -> counts.merge(nGram, 1, Integer::sum));
      }
    }
    return counts;
  }

  private static List<Instance> with(Instance... more) {
    List<Instance> all = new ArrayList<>(REVIEWS);
    all.addAll(List.of(more));
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theVocabularyIsTheSameWhateverTheNumberOfWorkers(int workers) {
    Vocabulary vocabulary = vocabulary(prepare(REVIEWS, ALL, workers));
    TreeMap<Long, Integer> expected = counted(REVIEWS);
    assertThat(vocabulary.documents()).isEqualTo(200);
    assertThat(vocabulary.nGrams())
        .isEqualTo(expected.keySet().stream().mapToLong(Long::longValue).toArray());
    assertThat(vocabulary.frequencies())
        .isEqualTo(expected.values().stream().mapToInt(Integer::intValue).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void rareNGramsAreLeftOut(int workers) {
    TreeMap<Long, Integer> expected = counted(REVIEWS);
    expected.values().removeIf(count -> count < 3);
    assertThat(
            vocabulary(prepare(REVIEWS, options(3, 1 << 20, EmptyDocuments.ZEROS), workers))
                .nGrams())
        .isEqualTo(expected.keySet().stream().mapToLong(Long::longValue).toArray());
    Vocabulary few = vocabulary(prepare(REVIEWS, options(1, 10, EmptyDocuments.ZEROS), workers));
    assertThat(few.size()).isEqualTo(10);
    int least = Arrays.stream(few.frequencies()).min().orElseThrow();
    assertThat(expected.values()).filteredOn(count -> count > least).hasSizeLessThan(10);
  }

  @Test
  void onlyTrainingDocumentsMakeTheVocabulary() {
    Prepared prepared = prepare(with(Reviews.review(Role.TEST, 0, "acorn acorn film", 3)), ALL, 2);
    assertThat(vocabulary(prepared).nGrams())
        .isEqualTo(vocabulary(prepare(REVIEWS, ALL, 2)).nGrams());
    assertThat(prepared.text()).isNotNull();
    // acorn twice, acorn acorn, acorn film, acorn acorn film
    assertThat(prepared.text().heldOut()).isEqualTo(new Coverage(1, 0, 6, 5));
    assertThat(prepared.text().train().unknown()).isZero();
    assertThat(prepared.text().train().documents()).isEqualTo(200);
  }

  @Test
  void rowsHaveLengthOneAndTheirSizeIsKnown() {
    try (LocalWorkers local = Shards.local(REVIEWS, new Placement(5, 3), BACKEND)) {
      Prepared prepared = preparation(ALL, new Linear(), false).run(local);
      long values = 0;
      for (Sample sample : local.gather(worker -> worker.get(ShardState.TRAIN))) {
        for (double norm : sample.x().squaredNorms()) {
          assertThat(norm).isCloseTo(1, within(1e-12));
        }
        values += (sample.x().bytes() - 4L * (sample.count() + 1)) / 12;
      }
      assertThat(prepared.rowValues()).isEqualTo(values / 200.0);
      assertThat(prepared.rowBytes()).isEqualTo((long) (12 * prepared.rowValues()) + 4);
    }
  }

  @Test
  void emptyDocumentsAreRowsOfZerosAndCounted() {
    Prepared prepared =
        prepare(
            with(
                Reviews.review(Role.TRAIN, 200, "", 1),
                Reviews.review(Role.TRAIN, 201, "the of and", 1),
                Reviews.review(Role.TEST, 0, "...", 1)),
            ALL,
            2);
    assertThat(prepared.rows()).isEqualTo(202);
    assertThat(prepared.text()).isNotNull();
    assertThat(prepared.text().train().empty()).isEqualTo(2);
    assertThat(prepared.text().heldOut()).isEqualTo(new Coverage(1, 1, 0, 0));
  }

  @Test
  void emptyDocumentsCanBeErrors() {
    TextOptions fail = options(1, 1 << 20, EmptyDocuments.FAIL);
    assertThat(prepare(REVIEWS, fail, 2).rows()).isEqualTo(200);
    assertThatThrownBy(() -> prepare(with(Reviews.review(Role.TEST, 3, "The", 1)), fail, 2))
        .isInstanceOfSatisfying(
            DataException.class,
            e -> {
              assertThat(e.role()).isEqualTo(Role.TEST);
              assertThat(e.position()).isEqualTo(3);
            })
        .hasMessage("found a document without words that count, allowed one or more");
  }

  @Test
  void emptyDocumentsCanBeSetAside() {
    Prepared prepared =
        prepare(
            with(
                Reviews.review(Role.TRAIN, 200, "of ".repeat(1000), 1),
                Reviews.review(Role.TEST, 3, "good", 1)),
            options(1, 1 << 20, EmptyDocuments.QUARANTINE),
            2);
    assertThat(prepared.rows()).isEqualTo(200);
    assertThat(prepared.testRows()).isEqualTo(1);
    assertThat(prepared.bad())
        .singleElement()
        .satisfies(
            bad -> {
              assertThat(bad.role()).isEqualTo(Role.TRAIN);
              assertThat(bad.position()).isEqualTo(200);
              assertThat(bad.text()).hasSize(1000).startsWith("of of ");
            });
  }

  @Test
  void hashedColumnsNeedNoFitting() {
    TextOptions hashed =
        new TextOptions(ANALYSIS, Weights.BINARY, true, null, EmptyDocuments.ZEROS);
    Prepared prepared = prepare(REVIEWS, hashed, 2);
    assertThat(prepared.features()).isEqualTo(Integer.MAX_VALUE);
    assertThat(prepared.rowValues()).isBetween(10.0, 60.0);
    assertThatThrownBy(
            () -> new TextOptions(ANALYSIS, Weights.TF_IDF, true, null, EmptyDocuments.ZEROS))
        .hasMessageStartingWith("weights is tf-idf, which needs a vocabulary");
  }

  @Test
  void theMedianDistanceOfSparseRowsIsThatOfTheirDots() {
    try (LocalWorkers local = Shards.local(REVIEWS, new Placement(5, 3), BACKEND)) {
      Kernel kernel = preparation(ALL, new Gaussian(1), true).run(local).kernel();
      List<double[]> rows = new ArrayList<>();
      for (Sample sample : local.gather(worker -> worker.get(ShardState.TRAIN))) {
        for (int i = 0; i < sample.count(); i++) {
          rows.add(sample.x().row(i));
        }
      }
      List<Double> distances = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        for (int j = 0; j < i; j++) {
          double dot = 0;
          for (int f = 0; f < rows.get(i).length; f++) {
            dot += rows.get(i)[f] * rows.get(j)[f];
          }
          distances.add(Math.sqrt(2 - 2 * dot));
        }
      }
      double median = distances.stream().sorted().toList().get(distances.size() / 2);
      assertThat(((Gaussian) kernel).sigma()).isCloseTo(median, within(1e-6));
    }
    try (LocalWorkers local = Shards.local(REVIEWS, new Placement(5, 1), BACKEND)) {
      assertThat(preparation(ALL, new Laplacian(1), true).run(local).kernel())
          .isInstanceOf(Laplacian.class);
    }
  }

  @Test
  void textAndNumbersDoNotMix() {
    Instance numbers =
        new Instance.Example(
            Role.TRAIN,
            200,
            new Features.Dense(new double[] {1}),
            new Target.Values(new double[1]));
    assertThatThrownBy(() -> prepare(with(numbers), ALL, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "preprocessing.text needs documents, found training rows of numbers");
    Preparation plain =
        new Preparation(TrainingSpec.of(new Linear()).precision(Precision.DOUBLE).seed(7).build());
    try (LocalWorkers local = Shards.local(REVIEWS, new Placement(5, 2), BACKEND)) {
      assertThatThrownBy(() -> plain.run(local))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the training rows are text, which needs the section preprocessing.text");
    }
  }

  @Test
  void aVocabularyOfNothingIsRefused() {
    assertThatThrownBy(() -> prepare(REVIEWS, options(201, 5, EmptyDocuments.ZEROS), 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("found no n-gram that is in 201 or more of 200 training documents");
    assertThatThrownBy(() -> options(0, 1, EmptyDocuments.ZEROS))
        .hasMessage("minDocuments is 0, must be 1 or more");
    assertThatThrownBy(() -> options(1, 0, EmptyDocuments.ZEROS))
        .hasMessage("maxNGrams is 0, must be 1 or more");
  }
}
