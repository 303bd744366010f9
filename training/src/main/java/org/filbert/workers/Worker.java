package org.filbert.workers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.filbert.cost.Costs;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.cost.PhaseMeter;
import org.filbert.linalg.Backend;
import org.jspecify.annotations.Nullable;

/**
 * One of P workers: its number, its numerics, and the state that tasks keep there. Only the running
 * task accesses it. An answer must not be a part of the state that {@link #remove} or {@link
 * #close} releases.
 */
public final class Worker implements AutoCloseable {
  private final int index;
  private final int count;
  private final Backend backend;
  private final PhaseMeter meter;
  private final List<String> warnings;
  private final Map<String, Object> state;
  private final Map<String, Key.Tier> tiers;
  private final String room;

  public Worker(int index, int count, Backend backend) {
    this.index = index;
    this.count = count;
    this.meter = new PhaseMeter();
    this.backend = backend.metered(meter);
    this.warnings = new ArrayList<>();
    this.state = new HashMap<>();
    this.tiers = new HashMap<>();
    this.room = "";
  }

  private Worker(Worker house, String room) {
    this.index = house.index;
    this.count = house.count;
    this.meter = house.meter;
    this.backend = house.backend;
    this.warnings = house.warnings;
    this.state = house.state;
    this.tiers = house.tiers;
    this.room = room;
  }

  /**
   * A room within this one: the same worker with its own names for parts of the state, so that they
   * do not collide with those of other rooms.
   */
  public Worker room(String name) {
    return new Worker(this, room + name + "/");
  }

  private String name(Key<?> key) {
    return key.everywhere() ? key.name() : room + key.name();
  }

  /** The worker's number, from 0 to P - 1. */
  public int index() {
    return index;
  }

  /** Number of workers P. */
  public int count() {
    return count;
  }

  /** The worker's numerics, whose meter counts only this worker's operations. */
  public Backend backend() {
    return backend;
  }

  /** The meter of the worker's costs. */
  public Meter meter() {
    return meter;
  }

  /** Seconds of work in a phase. Any thread may ask. */
  public double seconds(Phase phase) {
    return meter.seconds(phase);
  }

  /** Warns the user. The warning leaves with the worker's next answer. */
  public void warn(String message) {
    warnings.add("worker " + index + ": " + message);
  }

  /** The worker's costs since the last call. */
  Costs takeCosts() {
    return meter.take();
  }

  /** The worker's warnings since the last call. */
  List<String> takeWarnings() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /** The value of a key, which must exist. */
  public <T> T get(Key<T> key) {
    T value = find(key);
    if (value == null) {
      throw new IllegalStateException("worker " + index + " has no " + name(key));
    }
    return value;
  }

  /** The value of a key, if it exists. */
  public <T> @Nullable T find(Key<T> key) {
    return key.type().cast(state.get(name(key)));
  }

  /** The value of a key. It is made and kept if it is absent. */
  public <T> T getOrMake(Key<T> key, Supplier<T> maker) {
    T value = find(key);
    if (value == null) {
      value = maker.get();
      put(key, value);
    }
    return value;
  }

  /** Replaces the value of a key. The old value is not released. */
  public <T> void put(Key<T> key, T value) {
    state.put(name(key), key.type().cast(value));
    tiers.put(name(key), key.tier());
  }

  /** Removes a value and closes it if it can be closed. */
  public void remove(Key<?> key) {
    tiers.remove(name(key));
    release(state.remove(name(key)));
  }

  /** Removes all values of this room and of rooms within it. */
  public void clear() {
    clear(Set.of());
  }

  /** Removes all values of this room and of rooms within it, except those of the given keys. */
  public void retain(Collection<Key<?>> keys) {
    clear(keys.stream().map(this::name).collect(Collectors.toSet()));
  }

  private void clear(Set<String> kept) {
    for (String name : List.copyOf(state.keySet())) {
      if (name.startsWith(room) && !kept.contains(name)) {
        tiers.remove(name);
        release(state.remove(name));
      }
    }
  }

  /** The values of one tier by name. */
  public SortedMap<String, Object> parts(Key.Tier tier) {
    SortedMap<String, Object> parts = new TreeMap<>();
    tiers.forEach(
        (name, own) -> {
          if (own == tier) {
            parts.put(name, Objects.requireNonNull(state.get(name)));
          }
        });
    return parts;
  }

  /** Restores the values of {@link #parts}. */
  public void restore(Key.Tier tier, Map<String, ?> parts) {
    state.putAll(parts);
    parts.keySet().forEach(name -> tiers.put(name, tier));
  }

  @Override
  public void close() {
    clear();
  }

  private static void release(@Nullable Object value) {
    if (value instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException("could not release " + value, e);
      }
    }
  }
}
