package org.filbert.store;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** A file system that is full after a number of bytes. */
final class FailingFileSystem extends FileSystem {
  private final FileSystem inner;
  private long free;

  FailingFileSystem(FileSystem inner, long free) {
    this.inner = inner;
    this.free = free;
  }

  private void take(long bytes) throws IOException {
    free -= bytes;
    if (free < 0) {
      throw new IOException("No space left on device");
    }
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
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
        take(count);
        out.write(bytes, from, count);
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
    return inner.getFileStatus(path);
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    return inner.getFileBlockLocations(file, start, length);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return inner.open(path, bufferSize);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return inner.open(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return inner.listStatus(path);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return inner.delete(path, recursive);
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return inner.mkdirs(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return inner.rename(from, to);
  }

  @Override
  public boolean isDistributedFS() {
    return inner.isDistributedFS();
  }
}
