package org.filbert.connectors.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.TestInput;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.Input;
import org.filbert.data.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceFormatTest {
  @TempDir Path directory;

  @Test
  void aRestoredReaderGoesOnAfterTheLastRecord() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      text.append("A 1:1 2:").append(i % 100 == 50 ? "oops" : i).append('\n');
    }
    DataSet dataSet =
        dataSet(
            file(directory, "a", text.toString()),
            LIBSVM,
            null,
            OnBadRecord.QUARANTINE,
            TaskKind.CLASSIFICATION,
            true);
    Input input = Input.of(dataSet);
    InstanceFormat format = new InstanceFormat(input);
    for (FileSourceSplit split : new LineSplits(input, 10_000).enumerateSplits(null, 4)) {
      List<RecordAndPosition<Instance>> all = positions(format, split);
      RecordAndPosition<Instance> last = all.get(all.size() / 2);
      FileSourceSplit rest =
          split.updateWithCheckpointedPosition(
              new CheckpointedPosition(last.getOffset(), last.getRecordSkipCount()));
      try (BulkFormat.Reader<Instance> reader = format.restoreReader(new Configuration(), rest)) {
        assertThat(drain(reader))
            .extracting(record -> TestInput.describeFully(record.getRecord()))
            .isEqualTo(
                all.subList(all.size() / 2 + 1, all.size()).stream()
                    .map(record -> TestInput.describeFully(record.getRecord()))
                    .toList());
      }
    }
  }

  private static List<RecordAndPosition<Instance>> positions(
      InstanceFormat format, FileSourceSplit split) throws IOException {
    try (BulkFormat.Reader<Instance> reader = format.createReader(new Configuration(), split)) {
      return drain(reader);
    }
  }

  private static List<RecordAndPosition<Instance>> drain(BulkFormat.Reader<Instance> reader)
      throws IOException {
    List<RecordAndPosition<Instance>> all = new ArrayList<>();
    for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
      for (var record = batch.next(); record != null; record = batch.next()) {
        all.add(
            new RecordAndPosition<>(
                record.getRecord(), record.getOffset(), record.getRecordSkipCount()));
      }
    }
    return all;
  }
}
