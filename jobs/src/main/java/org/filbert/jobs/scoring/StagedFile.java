package org.filbert.jobs.scoring;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;

/** A file that appears only when it is complete: it is written under a temporary name. */
final class StagedFile implements AutoCloseable {
  private final FileSystem files;
  private final Path target;
  private final Path staged;
  private final OutputStream out;

  /** Creates the file. Its directory must exist. */
  static StagedFile create(String path) throws IOException {
    return new StagedFile(Location.of(path));
  }

  /** Fails if the file cannot be created. */
  static void check(String path) throws IOException {
    create(path).close();
  }

  private StagedFile(Path target) throws IOException {
    this.target = target;
    this.files = target.getFileSystem();
    this.staged =
        Location.in(target.getParent(), "." + target.getName() + "." + UUID.randomUUID() + ".part");
    if (files.exists(target) && files.getFileStatus(target).isDir()) {
      throw new IOException("found a directory, allowed a file");
    }
    if (!files.exists(target.getParent())) {
      throw new IOException("its directory does not exist");
    }
    this.out =
        new BufferedOutputStream(files.create(staged, FileSystem.WriteMode.NO_OVERWRITE), 1 << 16);
  }

  void write(CharSequence text) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Renames the file to its final name, and replaces an older one. */
  void publish() throws IOException {
    out.close();
    if (!files.rename(staged, target)) {
      files.delete(target, false);
      if (!files.rename(staged, target)) {
        throw new IOException(staged + " cannot be renamed to " + target);
      }
    }
  }

  /** Deletes the file unless it has been published. */
  @Override
  public void close() throws IOException {
    out.close();
    files.delete(staged, false);
  }
}
