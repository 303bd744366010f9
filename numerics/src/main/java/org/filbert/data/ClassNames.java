package org.filbert.data;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Classes by the names they have in the user's data. Files write one number in many ways: {@code
 * 1}, {@code +1} and {@code 1.0} are the same class. All other names are compared as text.
 */
public record ClassNames(List<String> names) {
  private static final int LONGEST = 40;
  private static final int SHOWN = 30;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,4})?");

  public ClassNames {
    names = List.copyOf(names);
  }

  /**
   * One name for each class that is among these, numbers in the order of their values, else all in
   * the order of text. Of several spellings of a number the shortest is taken, of these the first
   * as text.
   */
  public static ClassNames distinct(List<String> spellings) {
    Comparator<String> shortest =
        Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());
    TreeMap<String, String> byKey = new TreeMap<>();
    spellings.forEach(
        name -> byKey.merge(key(name), name, (a, b) -> shortest.compare(a, b) <= 0 ? a : b));
    boolean numbers = byKey.values().stream().allMatch(name -> number(name).isPresent());
    return new ClassNames(
        byKey.values().stream()
            .sorted(
                numbers
                    ? Comparator.comparing((String name) -> number(name).orElseThrow())
                    : Comparator.naturalOrder())
            .toList());
  }

  /** The place of a class; -1 if it is not among these. */
  public int indexOf(String name) {
    int exact = names.indexOf(name);
    if (exact >= 0 || number(name).isEmpty()) {
      return exact;
    }
    String key = key(name);
    for (int i = 0; i < names.size(); i++) {
      if (key(names.get(i)).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  public boolean contains(String name) {
    return indexOf(name) >= 0;
  }

  /** The names, for messages; the first ones if there are many. */
  @Override
  public String toString() {
    int more = names.size() - SHOWN;
    return more <= 0 ? names.toString() : names.subList(0, SHOWN) + " and " + more + " more";
  }

  static boolean same(String a, String b) {
    return a.equals(b) || (number(a).isPresent() && key(a).equals(key(b)));
  }

  /** A text that all spellings of a class have in common. */
  static String key(String name) {
    return number(name).map(number -> number.stripTrailingZeros().toString()).orElse(name);
  }

  private static Optional<BigDecimal> number(String name) {
    return name.length() <= LONGEST && NUMBER.matcher(name).matches()
        ? Optional.of(new BigDecimal(name))
        : Optional.empty();
  }
}
