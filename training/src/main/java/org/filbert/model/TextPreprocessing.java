package org.filbert.model;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;
import org.filbert.text.EncodedText;
import org.filbert.text.Encoding;

/** Makes sparse rows of documents. The arithmetic is in double, the result rounded at the end. */
public record TextPreprocessing(Encoding encoding, Precision precision) implements RowEncoder {
  @Override
  public int features() {
    return encoding.features();
  }

  @Override
  public boolean sparse() {
    return true;
  }

  @Override
  public SparseRows apply(List<Features> records) {
    return encode(records).rows();
  }

  /** Transforms records, and counts n-grams that the training data did not have. */
  public EncodedText encode(List<Features> records) {
    List<String> documents = new ArrayList<>(records.size());
    for (Features record : records) {
      documents.add(document(record));
    }
    return encoding.encode(documents, precision);
  }

  @Override
  public void check(Features record) {
    document(record);
  }

  private static String document(Features record) {
    if (record instanceof Features.Text text) {
      return text.document();
    }
    throw new IllegalArgumentException("found numbers, the model was trained on text");
  }
}
