package org.filbert.operators.scoring;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The model that predictions are made with: a pinned version, or the newest one. A newer version is
 * looked for and loaded beside the predictions, and takes over when {@link #current} is called. One
 * that is damaged, or does not fit, is refused; the one before goes on.
 */
final class ModelFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelFollower.class);

  private final ModelChoice choice;
  private final Consumer<TrainedModel> check;
  private final Runnable refusal;
  private final Set<ModelVersion> refused = new HashSet<>();
  private final AtomicReference<@Nullable SharedModel> newer = new AtomicReference<>();
  private final @Nullable Thread thread;
  private SharedModel current;
  private ModelVersion newest;

  /**
   * Loads the version to begin with.
   *
   * @param check throws {@link IllegalArgumentException} for a model that does not fit
   * @param refusal is called for each version that is refused
   * @throws IllegalArgumentException if the first version does not fit
   */
  ModelFollower(ModelChoice choice, Consumer<TrainedModel> check, Runnable refusal)
      throws IOException {
    this.choice = choice;
    this.check = check;
    this.refusal = refusal;
    this.newest = choice.find();
    this.current = load(newest);
    if (choice.pinned() == null) {
      thread = new Thread(() -> follow(choice.reload()), "newer versions of " + choice.name());
      thread.setDaemon(true);
      thread.start();
    } else {
      thread = null;
    }
  }

  private void follow(Duration every) {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(every.toNanos());
        look();
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private SharedModel load(ModelVersion version) throws IOException {
    SharedModel loaded = SharedModel.acquire(choice.store(), version);
    try {
      check.accept(loaded.model());
      return loaded;
    } catch (RuntimeException e) {
      loaded.close();
      throw e;
    }
  }

  /** The model, until the next call. To be called by one thread. */
  SharedModel current() {
    SharedModel next = newer.getAndSet(null);
    if (next != null) {
      LOG.info("{} takes over from {}", next.version(), current.version());
      current.close();
      current = next;
    }
    return current;
  }

  /** Looks for the newest version that can be used, after any look that is under way. */
  synchronized void look() {
    try {
      List<ModelVersion> versions = choice.open().versions(choice.name());
      for (int i = versions.size() - 1; i >= 0; i--) {
        ModelVersion version = versions.get(i);
        if (version.number() <= newest.number()) {
          return;
        }
        if (!refused.contains(version) && take(version)) {
          return;
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "{}: the search for newer versions of {} failed: {}",
          choice.store(),
          choice.name(),
          e.toString());
    }
  }

  private boolean take(ModelVersion version) throws IOException {
    try {
      SharedModel overtaken = newer.getAndSet(load(version));
      if (overtaken != null) {
        overtaken.close();
      }
      newest = version;
      return true;
    } catch (ModelStoreException | IllegalArgumentException e) {
      refused.add(version);
      refusal.run();
      LOG.warn("{} is refused, {} goes on: {}", version, newest, e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    SharedModel waiting = newer.getAndSet(null);
    if (waiting != null) {
      waiting.close();
    }
    current.close();
  }
}
