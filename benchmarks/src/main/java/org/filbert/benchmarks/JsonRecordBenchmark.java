package org.filbert.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.MalformedException;
import org.filbert.connectors.text.RecordParser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Parses a record of JSON lines by Filbert's parser, and scans it by Jackson's streaming parser
 * with a shared factory. Needs {@code filbert-jobs.jar} on the class path; {@code -prof gc} shows
 * the allocated bytes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class JsonRecordBenchmark {
  private static final JsonFactory JACKSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  /** Two malformed records and a good one. */
  @Param({"{", "{x", "{\"x\":[1,2.5,-3e-2],\"y\":\"A\"}"})
  String record = "";

  private final RecordParser parser =
      new RecordParser(new JsonLines("y", "x", List.of()), null, TaskKind.CLASSIFICATION);

  /** The example, or the error. */
  @Benchmark
  public Object ours() {
    try {
      return parser.parse(record.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedException e) {
      return e;
    }
  }

  /** The sum of the numbers, or the error. */
  @Benchmark
  public Object jackson() throws IOException {
    try (JsonParser json = JACKSON.createParser(record.getBytes(StandardCharsets.UTF_8))) {
      double sum = 0;
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        sum += token.isNumeric() ? json.getDoubleValue() : 0;
      }
      return sum;
    } catch (JsonProcessingException e) {
      return e;
    }
  }
}
