package org.filbert.connectors.read;

import java.io.IOException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.RecordReader;
import org.jspecify.annotations.Nullable;

/**
 * A data set whose files were found and whose beginnings have the configured form.
 *
 * @param dataSet whose format names the feature columns if the first file's header does
 * @param files in reading order
 * @param labels the file of labels, if the format names one
 * @param features the number of features of every record; 0 if only the records can tell
 * @param whole indices of files that can only be read as a whole
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
    FormatType<DataFormat> type = FormatType.of(asked.format());
    DataSet dataSet = asked.withFormat(type.named(asked.format(), asked.options(), files.get(0)));
    Optional<String> labelFile = asked.format().labelFile();
    InputFile labels =
        labelFile.isEmpty() ? null : FileLookup.find(List.of(labelFile.get())).get(0);
    int features = features(asked, FilePart.whole(files.get(0), labels));
    for (InputFile file : files.subList(1, files.size())) {
      int found = features(asked, FilePart.whole(file, labels));
      if (found != features) {
        throw new BadInputException(
            file.name(),
            "found " + found + " features, allowed " + features + " as in " + files.get(0).name());
      }
      if (!dataSet.equals(asked)) {
        features(dataSet, FilePart.whole(file, labels)); // so many, and of these names
      }
    }
    Set<Integer> whole = new HashSet<>();
    for (InputFile file : files) {
      if (asked.rows() != null
          || (!file.compressed() && !type.splittable(dataSet.format(), file))) {
        whole.add(file.index());
      }
    }
    return new Input(dataSet, files, labels, features, Set.copyOf(whole));
  }

  /** Whether parts of the file can be read on their own. */
  public boolean splittable(InputFile file) {
    return !file.compressed() && !whole.contains(file.index());
  }

  /** Where a record is, for a person to find it: file and line, or file and number. */
  public String place(long position) throws IOException {
    InputFile file = files.get(InputFile.fileOf(position));
    return FormatType.of(dataSet.format()).place(file, InputFile.offsetOf(position));
  }

  /** Reads all of a file. */
  public RecordReader open(InputFile file) throws IOException {
    return open(dataSet, FilePart.whole(file, labels));
  }

  /** Reads the records of a splittable file whose first byte is in a range. */
  public RecordReader open(InputFile file, long from, long end) throws IOException {
    return open(dataSet, new FilePart(file, labels, from, end));
  }

  private static RecordReader open(DataSet dataSet, FilePart part) throws IOException {
    return FormatType.of(dataSet.format()).open(dataSet.format(), dataSet.options(), part);
  }

  private static int features(DataSet dataSet, FilePart part) throws IOException {
    try (RecordReader records = open(dataSet, part)) {
      return records.features();
    }
  }
}
