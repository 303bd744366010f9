package org.filbert.connectors.file;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Role;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * The records to read, and their format.
 *
 * @param paths files or directories on any of Flink's file systems; a directory is read with all
 *     that is below it, in the order of names, without files that have no records
 * @param rows the records to read from the only file, not counting a header; null for all
 * @param onBadRecord null for {@link OnBadRecord#FAIL}
 * @param task whether a label is a class name or a finite number
 * @param labelRequired whether a record without a label is bad; otherwise it has no target
 * @param columns the columns whose cells are taken as they stand; null for numbers or documents
 * @param leavingOut how the user says that records that cannot be used are left out; null for the
 *     key of a configuration
 */
public record DataSet(
    List<String> paths,
    DataFormat format,
    @Nullable RowRange rows,
    Role role,
    OnBadRecord onBadRecord,
    TaskKind task,
    boolean labelRequired,
    @Nullable CellColumns columns,
    String leavingOut)
    implements Serializable {
  private static final String BY_CONFIGURATION = "onBadRecord: quarantine";

  public DataSet {
    paths = List.copyOf(Objects.requireNonNullElse(paths, List.of()));
    onBadRecord = Objects.requireNonNullElse(onBadRecord, OnBadRecord.FAIL);
    leavingOut = Objects.requireNonNullElse(leavingOut, BY_CONFIGURATION);
    require(!paths.isEmpty(), "paths: found none, allowed one or more files");
    HashSet<String> seen = new HashSet<>();
    for (String path : paths) {
      require(!path.isBlank(), "paths: found an empty path, allowed files");
      require(seen.add(path), "paths: found " + path + " twice, allowed each file once");
    }
    require(format != null, () -> "format: found none, allowed " + FormatType.names(type -> true));
    require(role != null, "role: found none, allowed train, validation or test");
    require(task != null, "task: found none, allowed classification or regression");
    require(
        rows == null || paths.size() == 1,
        "rows: found a range for " + paths.size() + " files, allowed for one file only");
    int files = paths.size();
    require(
        format.labelFile().isEmpty() || files == 1,
        () ->
            "labels: found one file for %1$s %2$s files, allowed one %2$s file"
                .formatted(files, FormatType.of(format).name()));
    require(
        !labelRequired || task == TaskKind.REGRESSION || format.targets().isEmpty(),
        "targets: found in a classification, allowed label, the place of a class name");
    require(
        !labelRequired || format.hasLabel(),
        "label: found none in the format, allowed the place of the label, which is needed here");
    require(
        columns == null || format.hasColumns(),
        () ->
            "preprocessing.columns: found with the format %s, allowed with csv, npy or parquet that names no features, categories or text, and with jsonlines that names fields"
                .formatted(FormatType.of(format).name()));
  }

  /** What a configuration names. */
  public DataSet(
      List<String> paths,
      DataFormat format,
      @Nullable RowRange rows,
      Role role,
      OnBadRecord onBadRecord,
      TaskKind task,
      boolean labelRequired,
      @Nullable CellColumns columns) {
    this(paths, format, rows, role, onBadRecord, task, labelRequired, columns, BY_CONFIGURATION);
  }

  /** The same of numbers or documents. */
  public DataSet(
      List<String> paths,
      DataFormat format,
      @Nullable RowRange rows,
      Role role,
      OnBadRecord onBadRecord,
      TaskKind task,
      boolean labelRequired) {
    this(paths, format, rows, role, onBadRecord, task, labelRequired, null);
  }

  /** What is read of the files; only training rows must have weights. */
  public ReadOptions options() {
    return new ReadOptions(
        rows,
        role,
        onBadRecord,
        task,
        labelRequired,
        columns == null || role == Role.TRAIN ? columns : columns.withOptionalWeight(),
        leavingOut);
  }

  /** The same records in another format. */
  public DataSet withFormat(DataFormat other) {
    return new DataSet(
        paths, other, rows, role, onBadRecord, task, labelRequired, columns, leavingOut);
  }

  /** The same records, cells of which are taken as they stand. */
  public DataSet withColumns(@Nullable CellColumns cells) {
    return new DataSet(
        paths, format, rows, role, onBadRecord, task, labelRequired, cells, leavingOut);
  }

  /** The same records, which a command names. */
  public DataSet ofCommand(String leaving) {
    return new DataSet(
        paths, format, rows, role, onBadRecord, task, labelRequired, columns, leaving);
  }

  private static void require(boolean condition, String message) {
    require(condition, () -> message);
  }

  /** The same with a message that is made only if it is needed: it looks for formats. */
  private static void require(boolean condition, Supplier<String> message) {
    if (!condition) {
      throw new IllegalArgumentException(message.get());
    }
  }
}
