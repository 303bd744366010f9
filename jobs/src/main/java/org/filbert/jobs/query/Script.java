package org.filbert.jobs.query;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.filbert.jobs.config.yaml.ConfigException;

/**
 * A text of SQL statements, each of which ends with a semicolon. Semicolons within quotes and
 * comments end none.
 *
 * @param name of the file, for messages
 */
record Script(String name, List<Statement> statements) {
  /**
   * A statement without its semicolon.
   *
   * @param line where it begins, from 1
   */
  record Statement(int line, String text) {
    private static final Pattern SET =
        Pattern.compile("SET\\s+'([^']+)'\\s*=\\s*'([^']*)'", Pattern.CASE_INSENSITIVE);

    /** What a {@code SET 'key' = 'value'} sets; empty for other statements. */
    Optional<Setting> setting() {
      Matcher set = SET.matcher(text);
      return set.matches()
          ? Optional.of(new Setting(set.group(1), set.group(2)))
          : Optional.empty();
    }
  }

  /** A setting of the session. */
  record Setting(String key, String value) {}

  Script {
    statements = List.copyOf(statements);
  }

  /**
   * Reads a file.
   *
   * @param name of the file, as the user has it
   * @param file where it is
   */
  static Script read(String name, String file) throws IOException {
    Path path = Path.of(file);
    if (!Files.isRegularFile(path)) {
      throw new ConfigException(name + ": found no file, allowed one of SQL statements");
    }
    try {
      return of(name, Files.readString(path));
    } catch (CharacterCodingException e) {
      throw new ConfigException(name + ": is not UTF-8 text", e);
    }
  }

  /**
   * Cuts a text into statements.
   *
   * @throws ConfigException if a quotation or a comment does not end
   */
  static Script of(String name, String text) {
    List<Statement> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    int line = 1;
    int begin = 1;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int next = at + 1;
      if (c == '\'' || c == '"' || c == '`') {
        next = after(text, text.indexOf(c, at + 1), 1, name, line, "a quotation");
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        next = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        next = after(text, text.indexOf("*/", at + 2), 2, name, line, "a comment");
      } else if (c == ';') {
        add(statements, begin, statement);
      }
      boolean comment = next > at + 1 && (c == '-' || c == '/');
      if (!comment && c != ';') {
        if (statement.isEmpty() && !Character.isWhitespace(c)) {
          begin = line;
        }
        if (!statement.isEmpty() || !Character.isWhitespace(c)) {
          statement.append(text, at, next);
        }
      }
      line += (int) text.substring(at, next).chars().filter(each -> each == '\n').count();
      at = next;
    }
    add(statements, begin, statement);
    return new Script(name, statements);
  }

  private static int after(String text, int end, int length, String name, int line, String what) {
    if (end < 0) {
      throw new ConfigException(
          name + ":" + line + ": found " + what + " that does not end, allowed one that does");
    }
    return Math.min(end + length, text.length());
  }

  private static void add(List<Statement> statements, int line, StringBuilder text) {
    String found = text.toString().strip();
    if (!found.isEmpty()) {
      statements.add(new Statement(line, found));
    }
    text.setLength(0);
  }
}
