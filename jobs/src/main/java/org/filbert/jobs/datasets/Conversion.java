package org.filbert.jobs.datasets;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Converts a published file into the file that configurations use. */
record Conversion(PublicFile file) {

  void apply(Path from, Path to) throws IOException {
    if (file.form().isPresent()) {
      try (Writer out =
          new BufferedWriter(
              new OutputStreamWriter(
                  new GZIPOutputStream(Files.newOutputStream(to)), StandardCharsets.UTF_8))) {
        write(file.form().get(), from, out);
      }
    } else if (Contents.isPacked(file.file()) && !isGzip(from)) {
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(to))) {
        Files.copy(from, out);
      }
    } else {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void write(PublicFile.Form form, Path from, Writer out) throws IOException {
    switch (form) {
      case ARFF -> {
        try (BufferedReader arff = Files.newBufferedReader(from)) {
          ArffTable.toCsv(arff, out);
        }
      }
      case REVIEWS -> new ReviewArchive(from).toJsonLines(file.part().orElseThrow(), out);
    }
  }

  private static boolean isGzip(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return (in.read() | in.read() << 8) == GZIPInputStream.GZIP_MAGIC;
    }
  }
}
