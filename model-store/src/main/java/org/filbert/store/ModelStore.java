package org.filbert.store;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.filbert.cache.FullDisk;
import org.filbert.data.Outputs;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/**
 * Models under {@code root/name/version/} on any of Flink's file systems. The manifest is written
 * last and completes a version. Complete versions never change.
 *
 * <p>Every failure is a {@link ModelStoreException} that names the file, what was found and what is
 * expected. Instances are thread-safe. Several processes may publish to one store.
 */
public final class ModelStore {
  private static final Pattern REFERENCE = Pattern.compile("([^@]+)(?:@0*([1-9]\\d{0,8}))?");

  private static final Logger LOG = System.getLogger(ModelStore.class.getName());
  private static final int MAX_VERSION = 999_999_999;

  /** About the size of the smallest model. */
  private static final int PROBE_BYTES = 4096;

  private final FileSystem files;
  private final Path root;

  ModelStore(FileSystem files, Path root) {
    this.files = files;
    this.root = root;
  }

  /** Opens a store. The directory is created when the first model is published. */
  public static ModelStore open(Path root) throws IOException {
    FileSystem files = root.getFileSystem();
    if (files.exists(root) && !files.getFileStatus(root).isDir()) {
      throw new ModelStoreException(root + ": found a file, expected a directory of models");
    }
    return new ModelStore(files, root);
  }

  /** Fails if the store cannot be written. A run calls it before its work begins. */
  public void checkWritable() throws IOException {
    Path probe = new Path(root, ".probe-" + UUID.randomUUID());
    try {
      try (OutputStream out = files.create(probe, WriteMode.NO_OVERWRITE)) {
        out.write(new byte[PROBE_BYTES]); // a disk that is full still takes empty files
      } finally {
        files.delete(probe, false);
      }
    } catch (IOException e) {
      throw new ModelStoreException(
          root + ": the model store cannot be written: " + FullDisk.reason(e, root.toUri()), e);
    }
  }

  /**
   * Publishes a model as the next version of its name. A run publishes once; after a failure, a
   * repeated call returns the existing version.
   *
   * @param runId identifies the run over all its attempts
   */
  public ModelVersion publish(String name, String runId, Instant created, TrainedModel model)
      throws IOException {
    checkName(name);
    try {
      Optional<ModelVersion> existing = publishedBy(name, runId);
      return existing.isPresent() ? existing.get() : publishNext(name, runId, created, model);
    } catch (IOException e) {
      throw FullDisk.caused(e) ? new ModelStoreException(FullDisk.reason(e, root.toUri()), e) : e;
    }
  }

  private ModelVersion publishNext(String name, String runId, Instant created, TrainedModel model)
      throws IOException {
    Publication publication = new Publication(files, new Path(root, name), name, runId);
    RunMark mark = mark(name, runId);
    Optional<ModelVersion> begun = mark.read();
    if (begun.isPresent()) {
      publication.removeLeftover(directory(begun.get()));
    }
    List<Integer> numbers = numbers(name);
    for (int i = numbers.size() - 1; i >= 0; i--) {
      ModelVersion version = new ModelVersion(name, numbers.get(i));
      if (isComplete(version)) {
        break;
      }
      publication.removeLeftover(directory(version));
    }
    int next = numbers.isEmpty() ? 1 : numbers.get(numbers.size() - 1) + 1;
    if (next > MAX_VERSION) {
      throw new ModelStoreException(
          "%s: found %s@%s, there is no higher version".formatted(root, name, MAX_VERSION));
    }
    ModelVersion version = publication.claim(next);
    try {
      mark.write(version);
      return write(publication, version, runId, created, model);
    } catch (IOException | RuntimeException e) {
      abandon(publication, version, e);
      throw e;
    }
  }

  private RunMark mark(String name, String runId) {
    return new RunMark(files, new Path(root, name), runId);
  }

  private ModelVersion write(
      Publication publication,
      ModelVersion version,
      String runId,
      Instant created,
      TrainedModel model)
      throws IOException {
    Path directory = directory(version);
    Manifest manifest = new ModelParts(files, directory).write(version, runId, created, model);
    Optional<ModelVersion> other = publishedBy(version.name(), runId);
    if (other.isPresent()) {
      publication.abandon(version);
      return other.get();
    }
    publication.requireHeld(version, runId);
    ManifestFile.write(files, directory, manifest);
    publication.requireHeld(version, runId);
    publication.release(version);
    return version;
  }

  /**
   * Removes the version that a run has published.
   *
   * @return whether there was one
   */
  public boolean remove(String name, String runId) throws IOException {
    Optional<ModelVersion> published = publishedBy(name, runId);
    if (published.isPresent()) {
      removeFiles(published.get());
      mark(name, runId).delete();
    }
    return published.isPresent();
  }

  private void removeFiles(ModelVersion version) throws IOException {
    Path directory = directory(version);
    files.delete(new Path(directory, ManifestReader.NAME), false);
    files.delete(directory, true);
  }

  /**
   * Publishes a copy of a version of this store or another one. The copy has the time of the
   * original.
   *
   * @param runId identifies the copy; that of the original's run publishes the original once
   */
  public ModelVersion copy(ModelStore source, ModelVersion version, String name, String runId)
      throws IOException {
    Instant created = Instant.parse(source.manifest(version).created());
    return publish(name, runId, created, source.load(version));
  }

  /** Publishes a copy of a version as the latest one of a name. */
  public ModelVersion promote(ModelVersion version, String name) throws IOException {
    String copy =
        "%s, copy %s of %s".formatted(manifest(version).runId(), UUID.randomUUID(), version);
    return copy(this, version, name, copy);
  }

  /**
   * The version before the latest of a name.
   *
   * @throws ModelStoreException if there is none
   */
  public ModelVersion before(String name) throws IOException {
    ModelVersion latest = latest(name);
    List<ModelVersion> versions = versions(name);
    if (versions.size() < 2) {
      throw new ModelStoreException(
          "%s: found %s alone, a rollback needs a version before it".formatted(root, latest));
    }
    return versions.get(versions.size() - 2);
  }

  /** Finds the version of {@code NAME} (the latest) or {@code NAME@VERSION}. */
  public ModelVersion find(String reference) throws IOException {
    Matcher matcher = REFERENCE.matcher(reference);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "model: found " + reference + ", allowed NAME or NAME@VERSION, such as letter@3");
    }
    String number = matcher.group(2);
    return number == null
        ? latest(matcher.group(1))
        : version(matcher.group(1), Integer.parseInt(number));
  }

  /**
   * Deletes a version. The latest one stays while there are others: its number would be given
   * again, and readers know versions by their numbers.
   *
   * @throws ModelStoreException for the latest of several versions
   */
  public void delete(ModelVersion version) throws IOException {
    List<ModelVersion> all = versions(version.name());
    if (!all.contains(version)) {
      version(version.name(), version.number()); // says which there are
    }
    if (all.size() > 1 && version.equals(all.get(all.size() - 1))) {
      throw new ModelStoreException(
          "%s: found %s, the latest version, allowed are the others: %s. To make another one the latest, promote it"
              .formatted(root, version, all.subList(0, all.size() - 1)));
    }
    removeFiles(version);
  }

  /**
   * What writers have left behind: directories of versions without a manifest, and marks of runs
   * whose versions are not there.
   *
   * @param before time of the last change of what is found
   */
  public List<Path> debris(Instant before) throws IOException {
    List<Path> debris = new ArrayList<>();
    for (String name : directories(root, file -> file.matches(ModelVersion.NAME))) {
      for (int number : numbers(name)) {
        ModelVersion version = new ModelVersion(name, number);
        if (!isComplete(version) && isOlder(directory(version), before)) {
          debris.add(directory(version));
        }
      }
      for (FileStatus mark : RunMark.all(files, new Path(root, name))) {
        Optional<ModelVersion> marked =
            new RunMark(files, new Path(root, name), mark.getPath()).read();
        if (mark.getModificationTime() < before.toEpochMilli()
            && (marked.isEmpty() || !isComplete(marked.get()))) {
          debris.add(mark.getPath());
        }
      }
    }
    return debris;
  }

  /** Whether all files of a directory were written before a time. */
  private boolean isOlder(Path directory, Instant before) throws IOException {
    return Stream.concat(
            Stream.of(files.getFileStatus(directory)), Listing.of(files, directory).stream())
        .allMatch(file -> file.getModificationTime() < before.toEpochMilli());
  }

  /** Removes debris. A writer that is still at work on it fails, and leaves nothing. */
  public void remove(List<Path> debris) throws IOException {
    for (Path path : debris) {
      files.delete(path, true);
    }
  }

  private static void abandon(Publication publication, ModelVersion version, Exception failure) {
    try {
      publication.abandon(version);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Reads a model. Sizes and SHA-256 are checked before any content is used. */
  public TrainedModel load(ModelVersion version) throws IOException {
    return reader(version).model();
  }

  /** Names of all models with at least one complete version, in alphabetical order. */
  public List<String> list() throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : directories(root, file -> file.matches(ModelVersion.NAME))) {
      if (!versions(name).isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** The complete versions of a model, ascending. Empty if there is no such model. */
  public List<ModelVersion> versions(String name) throws IOException {
    checkName(name);
    List<ModelVersion> versions = new ArrayList<>();
    for (int number : numbers(name)) {
      ModelVersion version = new ModelVersion(name, number);
      if (isComplete(version)) {
        versions.add(version);
      }
    }
    return versions;
  }

  /** The highest complete version of a model. */
  public ModelVersion latest(String name) throws IOException {
    checkName(name);
    List<Integer> numbers = numbers(name);
    for (int i = numbers.size() - 1; i >= 0; i--) {
      ModelVersion version = new ModelVersion(name, numbers.get(i));
      if (isComplete(version)) {
        return version;
      }
    }
    List<String> names = list();
    throw new ModelStoreException(
        "%s: found no model %s, there %s"
            .formatted(root, name, names.isEmpty() ? "are none" : "are " + names));
  }

  /** The complete version with a number. */
  public ModelVersion version(String name, int number) throws IOException {
    ModelVersion latest = latest(name);
    ModelVersion version = new ModelVersion(name, number);
    if (!version.equals(latest) && !isComplete(version)) {
      throw new ModelStoreException(
          "%s: found no model %s, there are %s"
              .formatted(
                  root, version, versions(name).stream().map(ModelVersion::number).toList()));
    }
    return version;
  }

  private boolean isComplete(ModelVersion version) throws IOException {
    return ManifestFile.exists(files, directory(version));
  }

  public Manifest manifest(ModelVersion version) throws IOException {
    return reader(version).manifest();
  }

  /** The provenance of a model, without its parameters. */
  public Provenance provenance(ModelVersion version) throws IOException {
    return reader(version).provenance();
  }

  /** What makes rows of records for a model, without its parameters. */
  public RowEncoder preprocessing(ModelVersion version) throws IOException {
    return reader(version).preprocessing();
  }

  /** What the scores of a model mean, without its parameters. */
  public Outputs outputs(ModelVersion version) throws IOException {
    return reader(version).outputs();
  }

  /** Checks the size and SHA-256 of every file of a version. */
  public Verification verify(ModelVersion version) throws IOException {
    List<Verification.Check> checks = new ArrayList<>();
    try {
      Manifest manifest = manifest(version);
      checks.add(new Verification.Check(ManifestReader.NAME, null));
      PartReader parts = new PartReader(reader(version).files(), manifest);
      for (Manifest.Part part : manifest.parts()) {
        checks.add(new Verification.Check(part.file(), problem(parts, part)));
      }
    } catch (ModelStoreException e) {
      checks.add(new Verification.Check(ManifestReader.NAME, e.getMessage()));
    }
    return new Verification(version, checks);
  }

  private static @Nullable String problem(PartReader parts, Manifest.Part part) throws IOException {
    try {
      parts.verify(part);
      return null;
    } catch (ModelStoreException e) {
      return e.getMessage();
    }
  }

  /** The version that a run has published. */
  public Optional<ModelVersion> publishedBy(String name, String runId) throws IOException {
    checkName(name);
    Optional<ModelVersion> marked = mark(name, runId).read();
    return marked.isPresent() && isComplete(marked.get()) && isOf(runId, marked.get())
        ? marked
        : Optional.empty();
  }

  /** A damaged manifest belongs to no run, so that it does not prevent others from publishing. */
  private boolean isOf(String runId, ModelVersion version) throws IOException {
    try {
      return manifest(version).runId().equals(runId);
    } catch (ModelStoreException e) {
      LOG.log(Level.WARNING, "skipped in the search for run " + runId + ": " + e.getMessage());
      return false;
    }
  }

  /** Numbers of all version directories, complete or not, ascending. */
  private List<Integer> numbers(String name) throws IOException {
    return directories(new Path(root, name), file -> file.matches(ModelVersion.DIRECTORY)).stream()
        .map(Integer::valueOf)
        .filter(number -> number > 0)
        .distinct()
        .sorted()
        .toList();
  }

  private List<String> directories(Path parent, Predicate<String> filter) throws IOException {
    return Listing.of(files, parent).stream()
        .filter(FileStatus::isDir)
        .map(status -> status.getPath().getName())
        .filter(filter)
        .sorted()
        .toList();
  }

  private ModelReader reader(ModelVersion version) {
    return new ModelReader(new FlinkVersionFiles(files, directory(version)), version);
  }

  private Path directory(ModelVersion version) {
    return new Path(new Path(root, version.name()), version.directory());
  }

  private static void checkName(String name) throws ModelStoreException {
    if (!name.matches(ModelVersion.NAME)) {
      throw new ModelStoreException(
          "found model name '%s', allowed are names that match %s"
              .formatted(name, ModelVersion.NAME));
    }
  }
}
