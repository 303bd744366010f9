package org.filbert.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * An attempt of a run to publish: its claim on a version's directory.
 *
 * <p>A claim is a file with a unique name. A publisher creates its claim, lists the directory, and
 * keeps the claim only if nothing else is there. Of two publishers at least one sees the other, so
 * they never share a directory. This works on any file system with consistent listings and needs no
 * atomic rename or lock. A publisher that yields moves on by its rank among the claims it saw, so
 * that yielding publishers choose different versions.
 */
final class Publication {
  private static final Logger LOG = System.getLogger(Publication.class.getName());
  private static final String CLAIM = "claim-";
  private static final int MAX_ATTEMPTS = 1000;

  private final FileSystem files;
  private final Path modelDirectory;
  private final String name;
  private final String claimOfRun;
  private final String claim;

  Publication(FileSystem files, Path modelDirectory, String name, String runId) {
    this.files = files;
    this.modelDirectory = modelDirectory;
    this.name = name;
    this.claimOfRun = CLAIM + RunMark.hash(runId) + "-";
    this.claim = claimOfRun + UUID.randomUUID();
  }

  /** Claims the first free version from the given number on. */
  ModelVersion claim(int first) throws IOException {
    int number = first;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      ModelVersion version = new ModelVersion(name, number);
      writeClaim(version);
      List<String> found = fileNames(directory(version));
      if (found.equals(List.of(claim))) {
        return version;
      }
      files.delete(new Path(directory(version), claim), false);
      List<String> claims = found.stream().filter(file -> file.startsWith(CLAIM)).sorted().toList();
      number += 1 + Math.max(0, claims.indexOf(claim));
    }
    throw new ModelStoreException(
        modelDirectory + ": found no free version in " + MAX_ATTEMPTS + " attempts");
  }

  Path directory(ModelVersion version) {
    return new Path(modelDirectory, version.directory());
  }

  private boolean holds(ModelVersion version) throws IOException {
    return files.exists(new Path(directory(version), claim));
  }

  /** Fails if the version's directory has been removed, and removes later files. */
  void requireHeld(ModelVersion version, String runId) throws IOException {
    if (!holds(version)) {
      files.delete(new Path(directory(version), ManifestReader.NAME), false);
      throw new ModelStoreException(
          directory(version)
              + ": removed by another attempt of run "
              + runId
              + ", which publishes instead");
    }
  }

  /** Deletes the claim on a published version. The version is valid even if that fails. */
  void release(ModelVersion version) {
    Path path = new Path(directory(version), claim);
    try {
      files.delete(path, false);
    } catch (IOException e) {
      LOG.log(Level.WARNING, path + ": cannot delete: " + e.getMessage());
    }
  }

  /** Removes the files of this attempt unless the directory belongs to another publication. */
  void abandon(ModelVersion version) throws IOException {
    if (holds(version)) {
      files.delete(new Path(directory(version), ManifestReader.NAME), false);
      files.delete(directory(version), true);
    }
  }

  /** Removes a directory that a failed attempt of the same run left behind. */
  void removeLeftover(Path directory) throws IOException {
    if (fileNames(directory).stream().anyMatch(file -> file.startsWith(claimOfRun))) {
      files.delete(directory, true);
    }
  }

  private void writeClaim(ModelVersion version) throws IOException {
    Path path = new Path(directory(version), claim);
    try {
      files.create(path, WriteMode.NO_OVERWRITE).close();
    } catch (IOException e) {
      throw new ModelStoreException(path + ": cannot write: " + e.getMessage(), e);
    }
  }

  private List<String> fileNames(Path directory) throws IOException {
    return Listing.of(files, directory).stream().map(file -> file.getPath().getName()).toList();
  }
}
