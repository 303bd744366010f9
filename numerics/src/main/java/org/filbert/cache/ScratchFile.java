package org.filbert.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A scratch file in a directory of the local machine.
 *
 * <p>It is deleted when it is opened: nobody else sees it, and its room is given back when the
 * process ends, however that comes about. (Windows deletes it when it is closed.) Bytes are written
 * rather than put into mapped memory: a full disk then is an {@link IOException}, not the end of
 * the process by SIGBUS.
 */
final class ScratchFile implements Scratch {
  private final FileChannel channel;
  private long size;

  ScratchFile(Path directory) throws IOException {
    Files.createDirectories(directory);
    Path file = Files.createTempFile(directory, "filbert-cache-", ".tmp");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void append(ByteBuffer bytes) throws IOException {
    long at = size;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
    size = at;
  }

  @Override
  public ByteBuffer map(long from, long to) throws IOException {
    return channel.map(FileChannel.MapMode.READ_ONLY, from, to - from);
  }

  @Override
  public void truncate(long length) throws IOException {
    channel.truncate(length);
    size = length;
  }

  /** Gives the room back at once, though mapped parts live until they are garbage-collected. */
  @Override
  public void close() throws IOException {
    try (channel) {
      if (channel.isOpen()) { // an interrupted thread has closed it already
        channel.truncate(0);
      }
    }
  }
}
