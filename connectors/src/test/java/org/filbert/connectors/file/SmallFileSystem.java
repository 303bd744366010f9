package org.filbert.connectors.file;

import java.io.IOException;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** The local file system, with room for some bytes more. */
final class SmallFileSystem extends LocalFileSystem {
  private long free;

  SmallFileSystem(long free) {
    this.free = free;
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
    FSDataOutputStream out = super.create(path, mode);
    return new FSDataOutputStream() {
      @Override
      public long getPos() throws IOException {
        return out.getPos();
      }

      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        int fits = (int) Math.min(count, free);
        free -= fits;
        out.write(bytes, from, fits);
        if (fits < count) {
          throw new IOException("No space left on device");
        }
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
}
