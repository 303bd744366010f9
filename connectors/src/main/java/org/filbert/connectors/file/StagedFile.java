package org.filbert.connectors.file;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.UUID;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.filbert.cache.FullDisk;

/**
 * A file that appears only when it is complete: it is written under a temporary name, beside its
 * own, and moved. A file that fails leaves nothing, and an older one of its name as it was.
 */
public final class StagedFile implements AutoCloseable {
  private final FileSystem files;
  private final Path target;
  private final Path staged;
  private final OutputStream out;
  private long bytes;

  private StagedFile(FileSystem files, Path target) throws UnwritableException {
    this.files = files;
    this.target = target;
    this.staged =
        Location.in(target.getParent(), "." + target.getName() + "." + UUID.randomUUID() + ".part");
    try {
      if (files.exists(target) && files.getFileStatus(target).isDir()) {
        throw new IOException("found a directory, allowed a file");
      }
      // A store of objects has no directories.
      if (local() && !files.exists(target.getParent())) {
        throw new IOException("its directory does not exist");
      }
      this.out =
          new BufferedOutputStream(
              files.create(staged, FileSystem.WriteMode.NO_OVERWRITE), 1 << 16);
    } catch (IOException e) {
      throw unwritable(e, "");
    }
  }

  /** Begins a file. Its directory must exist. */
  public static StagedFile create(Path target) throws UnwritableException {
    return create(system(target), target);
  }

  static StagedFile create(FileSystem files, Path target) throws UnwritableException {
    return new StagedFile(files, target);
  }

  private static FileSystem system(Path target) throws UnwritableException {
    try {
      return target.getFileSystem();
    } catch (IOException e) {
      throw new UnwritableException(target + " cannot be written: " + e.getMessage(), e);
    }
  }

  /** Fails if the file cannot be created. */
  public static void check(Path target) throws UnwritableException {
    create(target).close();
  }

  /** Writes a whole file. Its directory must exist. */
  public static void write(Path target, String text) throws UnwritableException {
    write(system(target), target, text);
  }

  static void write(FileSystem files, Path target, String text) throws UnwritableException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    try (StagedFile file = create(files, target)) {
      String needs = needs("", encoded.length);
      file.put(encoded, needs);
      file.publish(needs);
    }
  }

  /** Appends to the file. */
  public void write(CharSequence text) throws UnwritableException {
    write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Appends to the file. */
  public void write(byte[] more) throws UnwritableException {
    put(more, needs("more than ", bytes));
  }

  private void put(byte[] encoded, String needs) throws UnwritableException {
    try {
      out.write(encoded);
      bytes += encoded.length;
    } catch (IOException e) {
      close();
      throw unwritable(e, needs);
    }
  }

  /** Renames the file to its final name, and replaces an older one. */
  public void publish() throws UnwritableException {
    publish(needs("", bytes));
  }

  private void publish(String needs) throws UnwritableException {
    try {
      out.close();
      move();
    } catch (IOException e) {
      close();
      throw unwritable(e, needs);
    }
  }

  private void move() throws IOException {
    if (local()) {
      // Flink's move deletes an older file first, so that readers would find none for a moment.
      Files.move(local(staged), local(target), StandardCopyOption.ATOMIC_MOVE);
    } else if (!files.rename(staged, target)) {
      files.delete(target, false);
      if (!files.rename(staged, target)) {
        throw new IOException(staged + " cannot be renamed");
      }
    }
  }

  private boolean local() {
    return LocalFileSystem.getLocalFsURI().getScheme().equals(files.getUri().getScheme());
  }

  private static java.nio.file.Path local(Path path) {
    return new File(path.getPath()).toPath();
  }

  /** Deletes the file unless it has been published. */
  @Override
  public void close() throws UnwritableException {
    try {
      out.close();
    } catch (IOException e) {
      // What is missing has been told already, or the file is given up.
    }
    try {
      files.delete(staged, false);
    } catch (IOException e) {
      throw unwritable(e, "");
    }
  }

  private static String needs(String more, long bytes) {
    return String.format(Locale.ROOT, "needs %s%,d bytes", more, bytes);
  }

  private UnwritableException unwritable(IOException e, String needs) {
    return new UnwritableException(
        target + " cannot be written: " + FullDisk.reason(e, target.toUri(), needs), e);
  }
}
