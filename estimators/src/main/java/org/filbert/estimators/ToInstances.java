package org.filbert.estimators;

import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.types.Row;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.operators.loop.spec.UserErrorException;
import org.jspecify.annotations.Nullable;

/**
 * Makes training records of rows. The position of a record is the row's id, or else counts the rows
 * of this subtask, interleaved with those of the others.
 */
final class ToInstances extends RichMapFunction<Row, Instance> implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  private final RowFeatures features;
  private final LabelColumn label;
  private final @Nullable String idColumn;
  private long count;
  private transient @Nullable ListState<Long> savedCount;

  ToInstances(RowFeatures features, LabelColumn label, @Nullable String idColumn) {
    this.features = features;
    this.label = label;
    this.idColumn = idColumn;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    ListState<Long> state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("count", Types.LONG));
    for (long saved : state.get()) {
      count = saved;
    }
    savedCount = state;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    if (savedCount != null) {
      savedCount.clear();
      savedCount.add(count);
    }
  }

  @Override
  public Instance map(Row row) {
    try {
      long position = idColumn == null ? next() : id(row, idColumn);
      return new Instance.Example(Role.TRAIN, position, features.of(row), label.of(row));
    } catch (IllegalArgumentException e) {
      throw new SuppressRestartsException(
          new UserErrorException(e.getMessage() + "; in the row " + row, e));
    }
  }

  private long next() {
    var task = getRuntimeContext().getTaskInfo();
    return task.getIndexOfThisSubtask() + count++ * task.getNumberOfParallelSubtasks();
  }

  private static long id(Row row, String column) {
    Object value = row.getField(column);
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    }
    throw new IllegalArgumentException(
        "column '" + column + "' holds " + value + ", must be a whole number");
  }
}
