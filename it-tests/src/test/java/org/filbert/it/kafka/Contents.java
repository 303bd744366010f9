package org.filbert.it.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files below a directory, except files that are deleted during the visit: Flink still deletes
 * checkpoints after the end of a job.
 */
final class Contents extends SimpleFileVisitor<Path> {
  private final Map<String, String> byName = new TreeMap<>();

  private Contents() {}

  /** Contents by path, with a character per byte. */
  static Map<String, String> below(Path directory) throws IOException {
    Contents contents = new Contents();
    Files.walkFileTree(directory, contents);
    return contents.byName;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    try {
      byName.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      return FileVisitResult.CONTINUE;
    } catch (NoSuchFileException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    return goOn(e);
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
      throws IOException {
    return goOn(e);
  }

  private static FileVisitResult goOn(@Nullable IOException e) throws IOException {
    if (e != null && !(e instanceof NoSuchFileException)) {
      throw e;
    }
    return FileVisitResult.CONTINUE;
  }
}
