package org.filbert.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * The file {@code .runs/HASH} of a model, with the number of the version that a run publishes. It
 * is written before the version's directory. A run finds its own published version or the remains
 * of an earlier attempt by it, without reading other versions.
 */
final class RunMark {
  private static final String DIRECTORY = ".runs";

  /** Longest number. */
  private static final int MAX_BYTES = 9;

  private final FileSystem files;
  private final Path modelDirectory;
  private final Path path;

  RunMark(FileSystem files, Path modelDirectory, String runId) {
    this(files, modelDirectory, new Path(new Path(modelDirectory, DIRECTORY), hash(runId)));
  }

  /** The mark in a file. */
  RunMark(FileSystem files, Path modelDirectory, Path path) {
    this.files = files;
    this.modelDirectory = modelDirectory;
    this.path = path;
  }

  /** The files of all marks of a model. */
  static List<FileStatus> all(FileSystem files, Path modelDirectory) throws IOException {
    return Listing.of(files, new Path(modelDirectory, DIRECTORY));
  }

  /** The start of the SHA-256 of a run's id, in hexadecimal. */
  static String hash(String runId) {
    MessageDigest digest = Sha256.digest();
    digest.update(runId.getBytes(StandardCharsets.UTF_8));
    return Sha256.hex(digest).substring(0, 16);
  }

  /** The marked version, which may be incomplete or missing. Empty if the mark is incomplete. */
  Optional<ModelVersion> read() throws IOException {
    if (!files.exists(path)) {
      return Optional.empty();
    }
    try (InputStream in = files.open(path)) {
      String number = new String(in.readNBytes(MAX_BYTES + 1), StandardCharsets.UTF_8);
      return number.matches("[1-9][0-9]{0,8}\n")
          ? Optional.of(
              new ModelVersion(modelDirectory.getName(), Integer.parseInt(number.strip())))
          : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  void write(ModelVersion version) throws IOException {
    try (OutputStream out = files.create(path, WriteMode.OVERWRITE)) {
      out.write((version.number() + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new ModelStoreException(
          "%s: cannot write, for version %s: %s".formatted(path, version, e.getMessage()), e);
    }
  }

  void delete() throws IOException {
    files.delete(path, false);
  }
}
