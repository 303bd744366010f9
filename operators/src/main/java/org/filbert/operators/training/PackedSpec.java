package org.filbert.operators.training;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.store.KryoCodec;
import org.filbert.system.SystemOptions;
import org.filbert.train.TrainingSpec;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TrainingSpec} that travels with a Flink job: as bytes of the codec, which makes no class
 * but those that a spec can have.
 */
public final class PackedSpec implements Serializable {
  private static final long serialVersionUID = 1;

  private final byte[] bytes;
  private transient @Nullable TrainingSpec spec;

  /** Packs a spec. */
  public PackedSpec(TrainingSpec spec) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      codec().write(out, spec);
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
        unpacked = codec().read(new ByteArrayInputStream(bytes), TrainingSpec.class);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      spec = unpacked;
    }
    return unpacked;
  }

  private static KryoCodec codec() {
    Set<Class<?>> classes = new LinkedHashSet<>();
    add(TrainingSpec.class, classes);
    return new KryoCodec(List.copyOf(classes));
  }

  /** Adds the records and enums that a value of a declared type can be made of. */
  private static void add(Type declared, Set<Class<?>> classes) {
    if (declared instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        add(argument, classes);
      }
    } else if (declared == SolverOptions.class) {
      SolverType.all().forEach(type -> add(type.options(), classes));
    } else if (declared == SystemOptions.class) {
      SystemOptions.types().values().forEach(type -> add(type, classes));
    } else if (declared instanceof Class<?> type) {
      addClass(type, classes);
    }
  }

  private static void addClass(Class<?> type, Set<Class<?>> classes) {
    if (type.isEnum()) {
      classes.add(type);
    } else if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        add(permitted, classes);
      }
    } else if (type.isRecord() && classes.add(type)) {
      for (RecordComponent component : type.getRecordComponents()) {
        add(component.getGenericType(), classes);
      }
    }
  }
}
