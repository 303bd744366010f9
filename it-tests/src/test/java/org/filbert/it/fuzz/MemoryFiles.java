package org.filbert.it.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;

/** Files {@code memory:/...} that are arrays in this process. */
public final class MemoryFiles extends FileSystem {
  private static final Map<String, byte[]> FILES = new ConcurrentSkipListMap<>();
  private static final URI ROOT = URI.create("memory:/");

  /** Makes the scheme known to Flink. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return ROOT.getScheme();
    }

    @Override
    public FileSystem create(URI uri) {
      return new MemoryFiles();
    }
  }

  static void put(Path path, byte[] content) {
    FILES.put(path.getPath(), content);
  }

  static byte[] get(Path path) {
    return FILES.get(path.getPath());
  }

  private record Status(Path path, long length, boolean directory) implements FileStatus {
    @Override
    public long getLen() {
      return length;
    }

    @Override
    public long getBlockSize() {
      return Math.max(1, length);
    }

    @Override
    public short getReplication() {
      return 1;
    }

    @Override
    public long getModificationTime() {
      return 0;
    }

    @Override
    public long getAccessTime() {
      return 0;
    }

    @Override
    public boolean isDir() {
      return directory;
    }

    @Override
    public Path getPath() {
      return path;
    }
  }

  private static final class In extends FSDataInputStream {
    private final byte[] content;
    private ByteArrayInputStream in;

    In(byte[] content) {
      this.content = content;
      this.in = new ByteArrayInputStream(content);
    }

    @Override
    public void seek(long position) {
      in = new ByteArrayInputStream(content);
      in.skip(position);
    }

    @Override
    public long getPos() {
      return content.length - (long) in.available();
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] target, int from, int length) {
      return in.read(target, from, length);
    }
  }

  private static final class Out extends FSDataOutputStream {
    private final Path path;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    Out(Path path) {
      this.path = path;
    }

    @Override
    public long getPos() {
      return content.size();
    }

    @Override
    public void write(int b) {
      content.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      content.write(bytes, from, count);
    }

    @Override
    public void flush() {
      // It is all there.
    }

    @Override
    public void sync() {
      // It is all there.
    }

    @Override
    public void close() {
      put(path, content.toByteArray());
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    byte[] content = get(path);
    if (content != null) {
      return new Status(path, content.length, false);
    }
    if (FILES.keySet().stream().noneMatch(name -> name.startsWith(path.getPath() + "/"))) {
      throw new FileNotFoundException(path + ": no such file");
    }
    return new Status(path, 0, true);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    byte[] content = get(path);
    if (content == null) {
      throw new FileNotFoundException(path + ": no such file");
    }
    return new In(content);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return open(path);
  }

  @Override
  public FileStatus[] listStatus(Path directory) throws IOException {
    String prefix = directory.getPath() + "/";
    String[] names =
        FILES.keySet().stream()
            .filter(name -> name.startsWith(prefix))
            .map(name -> name.substring(prefix.length()).split("/", 2)[0])
            .distinct()
            .toArray(String[]::new);
    FileStatus[] statuses = new FileStatus[names.length];
    for (int i = 0; i < names.length; i++) {
      statuses[i] = getFileStatus(new Path(directory, names[i]));
    }
    return statuses;
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
    if (mode == WriteMode.NO_OVERWRITE && get(path) != null) {
      throw new IOException(path + ": is there already");
    }
    return new Out(path);
  }

  @Override
  public boolean rename(Path from, Path to) {
    byte[] content = FILES.remove(from.getPath());
    put(to, content);
    return true;
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    String name = path.getPath();
    return FILES.keySet().removeIf(each -> each.equals(name) || each.startsWith(name + "/"));
  }

  @Override
  public boolean mkdirs(Path path) {
    return true;
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    return new BlockLocation[0];
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path(ROOT);
  }

  @Override
  public Path getHomeDirectory() {
    return new Path(ROOT);
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public boolean isDistributedFS() {
    return true;
  }
}
