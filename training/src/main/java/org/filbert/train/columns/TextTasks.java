package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.shard.ShardState;
import org.filbert.text.Analyser;
import org.filbert.text.Analysis;
import org.filbert.text.DocumentCounter;
import org.filbert.text.NGramCounts;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** What the workers do to fit a {@link org.filbert.text.Vocabulary}. */
public final class TextTasks {
  private static final Key<NGramCounts> COUNTS = Key.rebuilt("nGramCounts", NGramCounts.class);

  /** Of records that are documents themselves. */
  static final int NO_COLUMN = -1;

  private TextTasks() {}

  /**
   * The n-grams of the shard's training documents with hashes in a range.
   *
   * @param column of the documents among cells, or {@link #NO_COLUMN}
   * @param last the range's upper end, included
   */
  record CountNGrams(Analysis analysis, int column, long first, long last)
      implements Task<NGramCounts> {
    @Override
    public NGramCounts run(Worker worker) {
      NGramCounts found = worker.getOrMake(COUNTS, () -> count(worker)).range(first, last);
      if (last == Long.MAX_VALUE) {
        worker.remove(COUNTS);
      }
      return found;
    }

    private NGramCounts count(Worker worker) {
      DocumentCounter counter = new DocumentCounter();
      try (Analyser analyser = new Analyser(analysis)) {
        for (Instance instance : worker.get(ShardState.INSTANCES)) {
          String document = document(instance, column);
          if (document != null && instance.role() == Role.TRAIN) {
            counter.add(analyser.nGrams(document));
          }
        }
      }
      return counter.counts();
    }
  }

  /** Quarantines documents without words, or fails at the first. */
  record RefuseEmptyDocuments(Analysis analysis, boolean quarantine) implements Action {
    private static final String PROBLEM =
        "found a document without words that count, allowed one or more";
    private static final int EXCERPT = 1000;

    @Override
    public void act(Worker worker) {
      List<Instance> instances = worker.get(ShardState.INSTANCES);
      List<Instance> kept = new ArrayList<>(instances.size());
      try (Analyser analyser = new Analyser(analysis)) {
        for (Instance instance : instances) {
          String document = document(instance, NO_COLUMN);
          boolean refused = document != null && analyser.nGrams(document).length == 0;
          kept.add(refused ? refuse(instance, String.valueOf(document)) : instance);
        }
      }
      worker.put(ShardState.INSTANCES, List.copyOf(kept));
    }

    private Instance refuse(Instance instance, String document) {
      if (!quarantine) {
        throw new DataException(instance.role(), instance.position(), PROBLEM);
      }
      String excerpt = document.substring(0, Math.min(document.length(), EXCERPT));
      return new Instance.Bad(instance.role(), instance.position(), "", PROBLEM, excerpt);
    }
  }

  private static @Nullable String document(Instance instance, int column) {
    if (!(instance instanceof Instance.Example example)) {
      return null;
    }
    if (column != NO_COLUMN) {
      String cell = example.features() instanceof Features.Cells cells ? cells.cell(column) : null;
      return cell == null ? "" : cell;
    }
    return example.features() instanceof Features.Text text ? text.document() : null;
  }
}
