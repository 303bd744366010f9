package org.filbert.jobs.datasets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.cache.FullDisk;

/** Downloads data sets and checks their files. */
public final class Fetcher {
  private final DataDirectories directories;
  private final Download download;

  public Fetcher(DataDirectories directories, DownloadProgress progress) {
    this.directories = directories;
    this.download = new Download(progress);
  }

  /** State of a file. */
  public enum State {
    ABSENT,
    GOOD,
    /** Made from a checked archive, without a checksum of its own. */
    UNCHECKED,
    DAMAGED
  }

  /** Compares a file with its checksum. */
  public State state(PublicFile file) throws IOException {
    var found = directories.find(file.file());
    if (found.isEmpty()) {
      return State.ABSENT;
    }
    if (file.sha256().isEmpty()) {
      return State.UNCHECKED;
    }
    try {
      return file.sha256()
              .get()
              .equals(Contents.of(found.get(), Contents.isPacked(file.file())).sha256())
          ? State.GOOD
          : State.DAMAGED;
    } catch (IOException e) {
      return State.DAMAGED; // for example a truncated .gz file
    }
  }

  /**
   * Downloads the missing files of a data set.
   *
   * @return the downloaded files
   * @throws DataSetException if a file cannot be downloaded or is damaged
   */
  public List<Path> get(PublicDataSet dataSet) throws IOException, InterruptedException {
    List<PublicFile> absent = new ArrayList<>();
    for (PublicFile file : dataSet.files()) {
      switch (state(file)) {
        case ABSENT -> absent.add(file);
        case DAMAGED ->
            throw new DataSetException(
                "%s is damaged (SHA-256 of its contents: %s): move it away and try again"
                    .formatted(
                        directories.find(file.file()).orElseThrow(), file.sha256().orElseThrow()));
        case GOOD, UNCHECKED -> {}
      }
    }
    for (PublicFile file : absent) {
      if (file.address().isPresent()) {
        fetch(file);
      } else if (dataSet.archive().isPresent()) {
        unpack(file, dataSet.archive().get());
      } else {
        throw new DataSetException(
            "%s comes with Filbert but is missing: its path is %s"
                .formatted(file.file(), directories.target(file.file())));
      }
    }
    if (!absent.isEmpty() && dataSet.archive().isPresent()) {
      Files.deleteIfExists(directories.target(dataSet.archive().get().file()));
    }
    return absent.stream().map(file -> directories.target(file.file())).toList();
  }

  /** Downloads a file, converts it, and checks the result. */
  private void fetch(PublicFile file) throws IOException, InterruptedException {
    Path target = directories.target(file.file());
    Path part = beside(target, ".part");
    Path made = beside(target, ".made");
    String address = file.address().orElseThrow();
    Files.createDirectories(target.toAbsolutePath().getParent());
    try {
      download.fetch(address, part);
    } catch (IOException e) {
      throw new DataSetException(
          "cannot download %s (%s). %s"
              .formatted(address, FullDisk.reason(e, target.toUri()), byHand(file, target)),
          e);
    }
    try {
      new Conversion(file).apply(part, made);
      Contents contents = Contents.of(made, Contents.isPacked(file.file()));
      if (!contents.sha256().equals(file.sha256().orElseThrow())) {
        throw new DataSetException(
            String.format(
                Locale.ROOT,
                "%s gives %,d bytes with the SHA-256 %s, expected %,d bytes with %s; the file was"
                    + " deleted. %s",
                address,
                contents.bytes(),
                contents.sha256(),
                file.bytes().orElseThrow(),
                file.sha256().orElseThrow(),
                byHand(file, target)));
      }
      Files.move(made, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DataSetException(
          "%s gives an unusable file (%s); it was deleted. %s"
              .formatted(address, FullDisk.reason(e, target.toUri()), byHand(file, target)),
          e);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(part);
    }
  }

  private void unpack(PublicFile file, PublicFile archive)
      throws IOException, InterruptedException {
    if (state(archive) != State.GOOD) {
      fetch(archive);
    }
    Path target = directories.target(file.file());
    Path made = beside(target, ".made");
    try {
      new Conversion(file).apply(directories.find(archive.file()).orElseThrow(), made);
      Files.move(made, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DataSetException(
          "%s cannot be made of %s: %s"
              .formatted(target, archive.file(), FullDisk.reason(e, target.toUri())),
          e);
    } finally {
      Files.deleteIfExists(made);
    }
  }

  private static Path beside(Path target, String suffix) {
    return target.resolveSibling(target.getFileName() + suffix);
  }

  private static String byHand(PublicFile file, Path target) {
    return "To put the file there by hand: %s, whose contents%s have the SHA-256 %s"
        .formatted(
            target,
            Contents.isPacked(file.file()) ? ", unpacked," : "",
            file.sha256().orElseThrow());
  }
}
