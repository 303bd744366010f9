package org.filbert.connectors.read;

import java.io.IOException;
import java.util.Iterator;
import java.util.function.Consumer;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.RecordReader;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/** Reads a data set in this process, in the order of positions. */
public final class LocalReader implements RecordReader {
  private final Input input;
  private final Iterator<InputFile> files;
  private RecordReader current;

  /** Begins with the first record of an input. */
  public LocalReader(Input input) throws IOException {
    this.input = input;
    this.files = input.files().iterator();
    this.current = input.open(files.next());
  }

  public static LocalReader open(DataSet dataSet) throws IOException {
    return new LocalReader(Input.of(dataSet));
  }

  /** Reads all records. */
  public static void forEach(DataSet dataSet, Consumer<Instance> consumer) throws IOException {
    try (LocalReader reader = open(dataSet)) {
      for (Instance instance = reader.next(); instance != null; instance = reader.next()) {
        consumer.accept(instance);
      }
    }
  }

  @Override
  public @Nullable Instance next() throws IOException {
    Instance instance = current.next();
    while (instance == null && files.hasNext()) {
      current.close();
      current = input.open(files.next());
      instance = current.next();
    }
    return instance;
  }

  @Override
  public int features() {
    return input.features();
  }

  @Override
  public Instance.Bad refuse(String reason) throws IOException {
    return current.refuse(reason);
  }

  @Override
  public void close() throws IOException {
    current.close();
  }
}
