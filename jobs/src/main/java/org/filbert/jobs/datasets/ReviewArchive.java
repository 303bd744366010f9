package org.filbert.jobs.datasets;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The film reviews of Maas et al. 2011: a .tar.gz with files {@code
 * aclImdb/<part>/<label>/<id>_<rating>.txt}. They become JSON lines, ordered by label and id.
 */
record ReviewArchive(Path file) {
  private static final Pattern REVIEW =
      Pattern.compile("aclImdb/(train|test)/(neg|pos)/(\\d{1,9})_(\\d{1,2})\\.txt");
  private static final ObjectMapper JSON = new ObjectMapper();

  void toJsonLines(String part, Writer out) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    try (InputStream in = Files.newInputStream(file);
        TarArchiveInputStream tar =
            new TarArchiveInputStream(new GZIPInputStream(new BufferedInputStream(in)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Matcher review = REVIEW.matcher(entry.getName());
        if (review.matches() && review.group(1).equals(part)) {
          int id = Integer.parseInt(review.group(3));
          String text = new String(tar.readAllBytes(), StandardCharsets.UTF_8).strip();
          lines.put(
              String.format(Locale.ROOT, "%s %09d", review.group(2), id),
              "{\"id\": %s, \"label\": \"%s\", \"rating\": %s, \"text\": %s}\n"
                  .formatted(id, review.group(2), review.group(4), JSON.writeValueAsString(text)));
        }
      }
    }
    if (lines.isEmpty()) {
      throw new IOException("the archive has no reviews for " + part);
    }
    for (String line : lines.values()) {
      out.write(line);
    }
  }
}
