package org.filbert.connectors.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.ArrayResultIterator;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.RecordReader;
import org.filbert.connectors.read.Input;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a split. The position of a reader is the number of emitted records. A
 * restored reader reads its split from the start and skips that many. Bad input fails the job
 * without a restart, which would not help.
 */
final class InstanceFormat implements BulkFormat<Instance, FileSourceSplit> {
  private static final long serialVersionUID = 1L;
  private static final int BATCH = 256;

  private final Input input;

  InstanceFormat(Input input) {
    this.input = input;
  }

  @Override
  public Reader<Instance> createReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return open(split);
  }

  @Override
  public Reader<Instance> restoreReader(Configuration config, FileSourceSplit split)
      throws IOException {
    long emitted =
        split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L);
    BatchReader reader = open(split);
    try {
      reader.skip(emitted);
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  @Override
  public boolean isSplittable() {
    return true;
  }

  @Override
  public TypeInformation<Instance> getProducedType() {
    return InstanceSerializer.TYPE;
  }

  private BatchReader open(FileSourceSplit split) throws IOException {
    try {
      InputFile file = file(split);
      return new BatchReader(
          input.splittable(file)
              ? input.open(file, split.offset(), split.offset() + split.length())
              : input.open(file));
    } catch (BadInputException e) {
      throw new SuppressRestartsException(e);
    }
  }

  private InputFile file(FileSourceSplit split) {
    return input.files().stream()
        .filter(file -> file.path().equals(split.path()))
        .findFirst()
        .orElseThrow();
  }

  private static final class BatchReader implements Reader<Instance> {
    private final RecordReader records;
    private long emitted;

    BatchReader(RecordReader records) {
      this.records = records;
    }

    void skip(long count) throws IOException {
      while (emitted < count) {
        next();
        emitted++;
      }
    }

    @Override
    public @Nullable RecordIterator<Instance> readBatch() throws IOException {
      Instance[] batch = new Instance[BATCH];
      int count = 0;
      while (count < BATCH) {
        Instance instance = next();
        if (instance == null) {
          break;
        }
        batch[count++] = instance;
      }
      if (count == 0) {
        return null;
      }
      ArrayResultIterator<Instance> result = new ArrayResultIterator<>();
      result.set(batch, count, CheckpointedPosition.NO_OFFSET, emitted);
      emitted += count;
      return result;
    }

    private @Nullable Instance next() throws IOException {
      try {
        return records.next();
      } catch (BadInputException e) {
        throw new SuppressRestartsException(e);
      }
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }
}
