package org.filbert.it.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.LibSvm;
import org.filbert.connectors.text.MalformedException;
import org.filbert.connectors.text.RecordParser;
import org.filbert.it.fuzz.PlainReader.Record;
import org.jspecify.annotations.Nullable;

/** Records of a topic, each read by a second reader too: both refuse it, or say the same. */
record RecordTarget(
    String name, DataFormat format, PlainReader second, List<String> tokens, List<String> records)
    implements Target {
  static final int FEATURES = 3;

  static final RecordTarget CSV =
      new RecordTarget(
          "records: csv",
          new Csv(",", false, "1", List.of()),
          new PlainReader.Csv(FEATURES),
          List.of(",", "\"", "\"\"", "\r\n", "\t", " ", ",,,", "\",\"", "A,1,2,3"),
          List.of(
              "A,1,2.5,-3e-2",
              "\"b \"\"c\"\"\", 0.1 ,\"7\",.5\r\n",
              ",1,2,3\n",
              "søren,12345678901234567890,0.000000000000000000012,1e-310"));

  static final RecordTarget LIBSVM =
      new RecordTarget(
          "records: libsvm",
          new LibSvm(true, FEATURES),
          new PlainReader.LibSvm(FEATURES),
          List.of(":", " ", "\t", "1:", "3:1", " 2:0.5", "::", "+1 ", " #", "qid:1 "),
          List.of(
              "+1 1:2.5 3:-3e-2",
              "1 qid:2 1:3 # four",
              "2:1",
              "A\t1:0.1  2:.5 \r\n",
              "b",
              "x 00002:1e-310\n"));

  static final RecordTarget JSON =
      new RecordTarget(
          "records: jsonlines",
          new JsonLines("y", "x", List.of()),
          new PlainReader.JsonTree(FEATURES),
          List.of(
              "{", "[", "}", "]", "{\"a\":", "\"x\":", "\"y\":", ",", "\"", "\\", "\\ud800",
              "\\ude00", "\\u0000", "null", "true", "NaN", "[1,2,3]", "/*", "//", "\u0000",
              "\"\\u"),
          List.of(
              "{\"x\": [1, 2.5, -3e-2], \"y\": \"A\"}",
              "{\"y\":7,\"z\":{\"x\":[[]]},\"x\":[0.1,1e-310,12345678901234567890]}\n",
              "{\"x\":[1,2,3],\"y\":null}",
              "{\n \"x\": [1, 2, 3],\n \"y\": \"\\ud83d\\ude00\"\n}\r\n",
              "{\"x\":[1,2,3],\"y\":true}"));

  @Override
  public List<byte[]> seeds() {
    return records.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  @Override
  public Reader open() {
    RecordParser parser = new RecordParser(format, FEATURES, TaskKind.CLASSIFICATION);
    boolean one = !(format instanceof JsonLines);
    return new Reader() {
      @Override
      public Object read(byte[] input) throws MalformedException {
        try {
          parser.parseLabel(input);
        } catch (MalformedException e) {
          // Few records are labels too.
        }
        return Record.of(parser.parse(input));
      }

      @Override
      public void check(byte[] input, @Nullable Object found) {
        String text = PlainReader.line(input, one);
        Record expected = text == null ? null : second.read(text);
        if (found == null ? expected != null : expected == null || !expected.same((Record) found)) {
          throw new AssertionError("found " + found + ", expected " + expected);
        }
      }
    };
  }

  @Override
  public boolean documents(Exception exception) {
    return exception instanceof MalformedException && exception.getMessage().length() < 2_000;
  }
}
