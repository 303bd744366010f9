package org.filbert.data;

/** The beginning of a text that may be very long, for messages. */
public final class Excerpt {
  private static final int LONGEST = 500;

  private Excerpt() {}

  /** The text, or its first {@value #LONGEST} characters and three dots. */
  public static String of(String text) {
    return of(text, LONGEST);
  }

  /** The text, or its first characters and three dots. */
  public static String of(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "...";
  }
}
