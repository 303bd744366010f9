package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several parts of the training rows.
 *
 * @param number of the part, from 1
 * @param of number of parts
 */
@JsonClassDescription(Fold.ALLOWED)
public record Fold(int number, int of) {
  static final String ALLOWED = "text such as 1/5: the first of five parts";

  private static final Pattern NOTATION = Pattern.compile("\\s*(\\d{1,9})\\s*/\\s*(\\d{1,9})\\s*");

  public Fold {
    if (of < 2 || number < 1 || number > of) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found " + number + "/" + of);
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Fold parse(String notation) {
    Matcher matcher = NOTATION.matcher(notation);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found '" + notation + "'");
    }
    return new Fold(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  @JsonValue
  @Override
  public String toString() {
    return number + "/" + of;
  }
}
