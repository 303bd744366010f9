package org.filbert.connectors.read;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.RecordReader;
import org.filbert.table.ValueType;
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
   * @throws BadInputException if a file is missing, has no records and is not one of a directory's,
   *     has not the configured columns or magic number, or not as many features as the first file
   */
  public static Input of(DataSet asked) throws IOException {
    Optional<String> labelFile = asked.format().labelFile();
    InputFile labels =
        labelFile.isEmpty() ? null : FileLookup.find(List.of(labelFile.get())).get(0);
    WithRecords found = WithRecords.of(asked, labels);
    List<InputFile> files = found.files();
    if (asked.rows() != null && files.size() > 1) {
      throw new BadInputException(
          asked.paths().get(0),
          "found " + files.size() + " files, allowed one file for a range of rows");
    }
    FormatType<DataFormat> type = FormatType.of(asked.format());
    DataSet dataSet = asked.withFormat(type.named(asked.format(), asked.options(), files.get(0)));
    if (!dataSet.equals(asked)) {
      for (InputFile file : files.subList(1, files.size())) {
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
    return new Input(dataSet, files, labels, found.features(), Set.copyOf(whole));
  }

  /** The first file of a path. */
  public static InputFile first(String path) throws IOException {
    return FileLookup.find(List.of(path)).get(0);
  }

  /** Whether parts of the file can be read on their own. */
  public boolean splittable(InputFile file) {
    return !file.compressed() && !whole.contains(file.index());
  }

  /**
   * The types of the columns that are taken cell by cell, by their names in the configuration, as
   * the first file has them; none if its values have no types.
   */
  public Map<String, ValueType> types() throws IOException {
    return FormatType.of(dataSet.format()).types(dataSet.format(), dataSet.options(), files.get(0));
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

  /**
   * The files that have records. Those of a directory may have none, but not all of them.
   *
   * @param features of each record of each file
   */
  private record WithRecords(List<InputFile> files, int features) {

    static WithRecords of(DataSet asked, @Nullable InputFile labels) throws IOException {
      List<InputFile> files = new ArrayList<>();
      int features = 0;
      for (InputFile file : FileLookup.find(asked.paths())) {
        boolean inDirectory = !asked.paths().contains(file.name());
        if (inDirectory && file.length() == 0) {
          continue;
        }
        try {
          int found = Input.features(asked, FilePart.whole(file, labels));
          if (!files.isEmpty() && found != features) {
            throw new BadInputException(
                file.name(),
                "found %s features, allowed %s as in %s"
                    .formatted(found, features, files.get(0).name()));
          }
          features = found;
          files.add(file.at(files.size()));
        } catch (NoRecordsException e) {
          if (!inDirectory) {
            throw e;
          }
        }
      }
      for (String path : asked.paths()) {
        if (files.stream().noneMatch(file -> (file.name() + "/").startsWith(path + "/"))) {
          throw new NoRecordsException(
              path, "found no records in any file of the directory, allowed one or more");
        }
      }
      return new WithRecords(List.copyOf(files), features);
    }
  }

  private static int features(DataSet dataSet, FilePart part) throws IOException {
    try (RecordReader records = open(dataSet, part)) {
      return records.features();
    }
  }
}
