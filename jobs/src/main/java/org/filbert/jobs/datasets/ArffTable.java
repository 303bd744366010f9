package org.filbert.jobs.datasets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts Weka's text format with dense rows into CSV with a header. */
final class ArffTable {
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "@attribute\\s+(?:'([^']*)'|\"([^\"]*)\"|(\\S+))\\s.*", Pattern.CASE_INSENSITIVE);

  private ArffTable() {}

  static void toCsv(BufferedReader arff, Writer csv) throws IOException {
    List<String> names = new ArrayList<>();
    boolean data = false;
    for (String line = arff.readLine(); line != null; line = arff.readLine()) {
      Matcher attribute = ATTRIBUTE.matcher(line);
      if (data) {
        if (!line.isBlank() && !line.startsWith("%")) {
          csv.append(line.strip()).append('\n');
        }
      } else if (line.strip().toLowerCase(Locale.ROOT).equals("@data")) {
        data = true;
        csv.append(String.join(",", names)).append('\n');
      } else if (attribute.matches()) {
        names.add(
            attribute.group(1) != null
                ? attribute.group(1)
                : attribute.group(2) != null ? attribute.group(2) : attribute.group(3));
      }
    }
    if (!data || names.isEmpty()) {
      throw new IOException("it is not an ARFF file: no @attribute or no @data");
    }
  }
}
