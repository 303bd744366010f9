package org.filbert.operators.training;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.filbert.store.codec.KryoCodec;
import org.filbert.train.TrainingSpec;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TrainingSpec} that travels with a Flink job: as bytes of the codec, which makes no class
 * but those of the records and enums that the spec consists of.
 */
public final class PackedSpec implements Serializable {
  private static final long serialVersionUID = 1;

  private final ArrayList<Class<?>> classes;
  private final byte[] bytes;
  private transient @Nullable TrainingSpec spec;

  /** Packs a spec. */
  public PackedSpec(TrainingSpec spec) {
    Set<Class<?>> found = new LinkedHashSet<>();
    collect(spec, found);
    this.classes = new ArrayList<>(found);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new KryoCodec(classes).write(out, spec);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.bytes = out.toByteArray();
    this.spec = spec;
  }

  /** The spec that was packed. */
  public TrainingSpec get() {
    TrainingSpec unpacked = spec;
    if (unpacked == null) {
      try {
        unpacked = new KryoCodec(classes).read(new ByteArrayInputStream(bytes), TrainingSpec.class);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      spec = unpacked;
    }
    return unpacked;
  }

  /** Collects the classes of a value and of all values within it. */
  private static void collect(@Nullable Object value, Set<Class<?>> found) {
    if (value instanceof Record section) {
      found.add(section.getClass());
      for (RecordComponent component : section.getClass().getRecordComponents()) {
        if (component.getType().isRecord()) {
          found.add(component.getType()); // the codec has to know it even if the value is null
        }
        collect(valueOf(component.getAccessor(), section), found);
      }
    } else if (value instanceof Enum<?> choice) {
      found.add(choice.getDeclaringClass());
    } else if (value instanceof Optional<?> optional) {
      collect(optional.orElse(null), found);
    } else if (value instanceof Collection<?> collection) {
      collection.forEach(element -> collect(element, found));
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(element -> collect(element, found));
    }
  }

  private static @Nullable Object valueOf(Method accessor, Record section) {
    try {
      accessor.setAccessible(true);
      return accessor.invoke(section);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
