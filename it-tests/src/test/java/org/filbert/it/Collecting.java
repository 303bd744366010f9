package org.filbert.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.function.SerializableFunction;
import org.filbert.online.Prediction;

/**
 * Stores in checkpointed state what a transactional sink would commit, and reports it at the end of
 * the stream.
 */
final class Collecting<T> extends AbstractStreamOperator<String>
    implements OneInputStreamOperator<T, String>, BoundedOneInput {
  static final Map<String, List<String>> COLLECTED = new ConcurrentHashMap<>();
  static final Map<String, Consumer<Integer>> WATCHERS = new ConcurrentHashMap<>();

  private final String name;
  private final SerializableFunction<T, String> line;
  private transient List<String> lines;
  private transient ListState<String> state;

  /**
   * @param line text of a value
   */
  Collecting(String name, SerializableFunction<T, String> line) {
    this.name = name;
    this.line = line;
  }

  static String line(Prediction prediction) {
    return prediction.id()
        + " "
        + Long.toHexString(Double.doubleToRawLongBits(prediction.scores()[0]))
        + " "
        + prediction.step();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("lines", Types.STRING));
    lines = new ArrayList<>();
    state.get().forEach(lines::add);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    state.update(lines);
  }

  @Override
  public void processElement(StreamRecord<T> element) {
    lines.add(line.apply(element.getValue()));
    WATCHERS.getOrDefault(name, count -> {}).accept(lines.size());
  }

  @Override
  public void endInput() {
    COLLECTED.put(name, List.copyOf(lines));
  }
}
