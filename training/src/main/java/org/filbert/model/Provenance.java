package org.filbert.model;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a model comes from.
 *
 * @param configuration the resolved configuration of the run
 * @param dataFingerprint hexadecimal sum of a 64-bit hash of every training record: equal for equal
 *     data in whatever order or number of shards (not a cryptographic hash)
 * @param versions of the software, by name
 * @param curve the training curve
 */
public record Provenance(
    String configuration,
    String dataFingerprint,
    long seed,
    SortedMap<String, String> versions,
    List<CurvePoint> curve) {
  public Provenance {
    Objects.requireNonNull(configuration, "configuration");
    Objects.requireNonNull(dataFingerprint, "dataFingerprint");
    versions = new TreeMap<>(versions);
    versions.values().forEach(version -> Objects.requireNonNull(version, "a version"));
    curve = List.copyOf(curve);
  }
}
