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
 * <p>The file is deleted when it is opened: no other process sees it, and its room is freed when
 * the process ends in any way. (Windows deletes it when it is closed.) Bytes are written instead of
 * copied into mapped memory, so that a full disk causes an {@link IOException} and not the end of
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

  /** Frees the room at once, although mapped parts live until they are garbage-collected. */
  @Override
  public void close() throws IOException {
    try (channel) {
      if (channel.isOpen()) { // an interrupted thread has closed it already
        channel.truncate(0);
      }
    }
  }
}
