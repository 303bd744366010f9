package org.filbert.connectors.read;

import java.io.IOException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.DataSet;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.RecordReader;
import org.filbert.connectors.idx.IdxRecords;
import org.filbert.connectors.text.TextRecords;
import org.jspecify.annotations.Nullable;

/**
 * A data set whose files were found and whose beginnings have the configured form.
 *
 * @param dataSet whose format names the feature columns if the first file's header does
 * @param files in reading order
 * @param labels the labels' file of idx data
 * @param features the number of features of every record; 0 if only the records can tell
 * @param whole indices of files that have records of several lines
 */
public record Input(
    DataSet dataSet,
    List<InputFile> files,
    @Nullable InputFile labels,
    int features,
    Set<Integer> whole)
    implements Serializable {
  /**
   * Finds and checks the files.
   *
   * @throws BadInputException if a file is missing or empty, has not the configured columns or
   *     magic number, or not as many features as the first file
   */
  public static Input of(DataSet asked) throws IOException {
    List<InputFile> files = FileLookup.find(asked.paths());
    if (asked.rows() != null && files.size() > 1) {
      throw new BadInputException(
          asked.paths().get(0),
          "found " + files.size() + " files, allowed one file for a range of rows");
    }
    DataSet dataSet = asked.withFormat(TextRecords.named(asked, files.get(0)));
    InputFile labels = null;
    if (dataSet.format() instanceof DataFormat.Idx idx && idx.labels() != null) {
      labels = FileLookup.find(List.of(idx.labels())).get(0);
    }
    int features = features(asked, files.get(0), labels);
    for (InputFile file : files.subList(1, files.size())) {
      int found = features(asked, file, labels);
      if (found != features) {
        throw new BadInputException(
            file.name(),
            "found " + found + " features, allowed " + features + " as in " + files.get(0).name());
      }
      if (!dataSet.equals(asked)) {
        features(dataSet, file, labels); // so many, and of these names
      }
    }
    Set<Integer> whole = new HashSet<>();
    for (InputFile file : files) {
      if (inParts(dataSet, file) && !TextRecords.ofOneLineEach(dataSet, file)) {
        whole.add(file.index());
      }
    }
    return new Input(dataSet, files, labels, features, Set.copyOf(whole));
  }

  /** Whether parts of the file can be read on their own. */
  public boolean splittable(InputFile file) {
    return inParts(dataSet, file) && !whole.contains(file.index());
  }

  private static boolean inParts(DataSet dataSet, InputFile file) {
    return !(dataSet.format() instanceof DataFormat.Idx)
        && dataSet.rows() == null
        && !file.compressed();
  }

  /** Where a record is, for a person to find it: file and line, or file and number. */
  public String place(long position) throws IOException {
    InputFile file = files.get(InputFile.fileOf(position));
    long offset = InputFile.offsetOf(position);
    return dataSet.format() instanceof DataFormat.Idx
        ? file.name() + ": record " + (offset + 1)
        : file.name() + ":" + (file.linesBefore(offset) + 1);
  }

  /** Reads all of a file. */
  public RecordReader open(InputFile file) throws IOException {
    return open(file, 0, Long.MAX_VALUE);
  }

  /**
   * Reads the records of a file whose first byte is in a range, which must be everything if the
   * file is not splittable.
   */
  public RecordReader open(InputFile file, long from, long end) throws IOException {
    return dataSet.format() instanceof DataFormat.Idx
        ? new IdxRecords(dataSet, file, labels)
        : new TextRecords(dataSet, file, from, end);
  }

  private static int features(DataSet dataSet, InputFile file, @Nullable InputFile labels)
      throws IOException {
    if (dataSet.format() instanceof DataFormat.Idx) {
      try (IdxRecords records = new IdxRecords(dataSet, file, labels)) {
        return records.features();
      }
    }
    return TextRecords.check(dataSet, file);
  }
}
