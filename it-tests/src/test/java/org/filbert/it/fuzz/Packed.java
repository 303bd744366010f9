package org.filbert.it.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Compressed files, such as take little memory to read. */
enum Packed {
  GZIP,
  BZIP2,
  XZ;

  byte[] of(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream packing = packing(bytes)) {
      packing.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private OutputStream packing(OutputStream out) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(out);
      case BZIP2 -> new BZip2CompressorOutputStream(out, BZip2CompressorOutputStream.MIN_BLOCKSIZE);
      case XZ -> {
        LZMA2Options options = new LZMA2Options();
        options.setDictSize(LZMA2Options.DICT_SIZE_MIN);
        yield new XZOutputStream(out, options);
      }
    };
  }

  /** One member after the other. */
  byte[] of(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(of(first));
    both.writeBytes(of(second));
    return both.toByteArray();
  }
}
