package org.filbert.jobs.online;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.read.LocalReader;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.connectors.stream.RowRule;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Maps record numbers to records of a file that is read several times. The numbers count through
 * all passes. The file is held in memory. After a history the next number is its end.
 */
final class Replay implements GeneratorFunction<Long, Arrival> {
  private static final long serialVersionUID = 1L;

  /**
   * @param shuffle whether each pass has a random order
   * @param history whether other records come after the file, whose ids must be others
   */
  record Options(
      Input input,
      int passes,
      boolean shuffle,
      long seed,
      RowRule rule,
      OnBadRecord onBadRecord,
      boolean history)
      implements java.io.Serializable {}

  private final Options options;
  private transient List<Instance> records = List.of();
  private transient int @Nullable [] order;
  private transient long orderOfPass = -1;

  Replay(Options options) {
    this.options = options;
  }

  /** Number of records in a pass. */
  static long count(Input input) throws IOException {
    long count = 0;
    try (LocalReader reader = LocalReader.open(input.dataSet())) {
      while (reader.next() != null) {
        count++;
      }
    }
    return count;
  }

  @Override
  public void open(SourceReaderContext context) throws IOException {
    records = new ArrayList<>();
    orderOfPass = -1;
    try (LocalReader reader = LocalReader.open(options.input().dataSet())) {
      for (Instance record = reader.next(); record != null; record = reader.next()) {
        records.add(record instanceof Instance.Example example ? fitted(example, reader) : record);
      }
    }
  }

  /** Brings a record into the form that the job expects, or rejects it. */
  private Instance fitted(Instance.Example example, LocalReader reader) throws IOException {
    Target target = example.target();
    try {
      return new Instance.Example(
          example.role(),
          example.position(),
          options.rule().features(example.features()),
          target == null ? null : options.rule().target(target));
    } catch (IllegalArgumentException e) {
      return reader.refuse(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Arrival map(Long number) {
    String file = options.input().files().get(0).name();
    Origin origin = new Origin(file, 0, number, Clock.systemUTC().millis());
    long pass = number / records.size();
    if (pass == options.passes()) {
      return new Arrival.HistoryEnd(origin);
    }
    int place = place(pass, (int) (number % records.size()));
    Instance record = records.get(place);
    if (record instanceof Instance.Example example) {
      return new Arrival.Row(origin, id(pass, place), example.features(), example.target());
    }
    Instance.Bad bad = (Instance.Bad) record;
    if (options.onBadRecord() == OnBadRecord.FAIL) {
      throw new SuppressRestartsException(new BadRecordException(bad.place(), bad.reason()));
    }
    byte[] text = bad.text().getBytes(StandardCharsets.UTF_8);
    return new Arrival.Rejected(origin, null, text, bad.place() + ": " + bad.reason());
  }

  private String id(long pass, int place) {
    String inPass = options.passes() == 1 ? "" + (place + 1) : (pass + 1) + "-" + (place + 1);
    return options.history() ? "history-" + inPass : inPass;
  }

  private int place(long pass, int index) {
    if (!options.shuffle()) {
      return index;
    }
    int[] known = order;
    if (known == null || orderOfPass != pass) {
      known =
          new PermutationSampler(
                  Draws.stream(options.seed(), Purpose.STREAM_ORDER, pass),
                  records.size(),
                  records.size())
              .sample();
      order = known;
      orderOfPass = pass;
    }
    return known[index];
  }
}
