package org.filbert.jobs.datasets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/** Size and checksum of a file's contents. A .gz file is unpacked first, an archive is not. */
record Contents(long bytes, String sha256) {

  /**
   * @param packed whether to unpack the file
   */
  static Contents of(Path file, boolean packed) throws IOException {
    try (InputStream in = open(file, packed)) {
      DigestInputStream digested = new DigestInputStream(in, sha256Digest());
      long bytes = digested.transferTo(OutputStream.nullOutputStream());
      return new Contents(bytes, HexFormat.of().formatHex(digested.getMessageDigest().digest()));
    }
  }

  private static InputStream open(Path file, boolean packed) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return packed ? new GZIPInputStream(in, 1 << 16) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Whether a file of this name is unpacked: a single packed file, no archive. */
  static boolean isPacked(String name) {
    return name.endsWith(".gz") && !name.endsWith(".tar.gz");
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
