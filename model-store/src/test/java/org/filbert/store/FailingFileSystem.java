package org.filbert.store;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * A file system that is full after a number of bytes, or whose user is killed after a number of
 * operations and bytes, after which everything fails. It counts the operations.
 */
final class FailingFileSystem extends FileSystem {
  private final FileSystem inner;
  private final boolean killed;
  private long free;
  private int operations;
  private int interruptedAt = -1;
  private Interruption interruption = () -> {};

  /** An event between two operations. */
  interface Interruption {
    void happen() throws IOException;
  }

  private FailingFileSystem(FileSystem inner, long free, boolean killed) {
    this.inner = inner;
    this.free = free;
    this.killed = killed;
  }

  static FailingFileSystem fullAfter(FileSystem inner, long bytes) {
    return new FailingFileSystem(inner, bytes, false);
  }

  static FailingFileSystem killedAfter(FileSystem inner, long operationsAndBytes) {
    return new FailingFileSystem(inner, operationsAndBytes, true);
  }

  static FailingFileSystem counting(FileSystem inner) {
    return fullAfter(inner, Long.MAX_VALUE);
  }

  /** Runs an event before an operation. */
  FailingFileSystem at(int operation, Interruption happening) {
    interruptedAt = operation;
    interruption = happening;
    return this;
  }

  /** Number of operations so far: reads, writes, listings and others. */
  int operations() {
    return operations;
  }

  private void operation() throws IOException {
    if (operations++ == interruptedAt) {
      interruption.happen();
    }
    if (killed) {
      take(1);
    }
  }

  private void take(long bytes) throws IOException {
    free -= bytes;
    if (free < 0) {
      throw new IOException(killed ? "killed" : "No space left on device");
    }
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
    operation();
    FSDataOutputStream out = inner.create(path, mode);
    return new FSDataOutputStream() {
      @Override
      public long getPos() throws IOException {
        return out.getPos();
      }

      @Override
      public void write(int b) throws IOException {
        take(1);
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        int fits = (int) Math.max(0, Math.min(count, free));
        out.write(bytes, from, fits);
        take(count);
      }

      @Override
      public void flush() throws IOException {
        out.flush();
      }

      @Override
      public void sync() throws IOException {
        out.sync();
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public Path getWorkingDirectory() {
    return inner.getWorkingDirectory();
  }

  @Override
  public Path getHomeDirectory() {
    return inner.getHomeDirectory();
  }

  @Override
  public URI getUri() {
    return inner.getUri();
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    operation();
    return inner.getFileStatus(path);
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    return inner.getFileBlockLocations(file, start, length);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    operation();
    return inner.open(path, bufferSize);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    operation();
    return inner.open(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    operation();
    return inner.listStatus(path);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    operation();
    return inner.delete(path, recursive);
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    operation();
    return inner.mkdirs(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    operation();
    return inner.rename(from, to);
  }

  @Override
  public boolean isDistributedFS() {
    return inner.isDistributedFS();
  }
}
