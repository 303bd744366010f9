package org.filbert.train;

import java.util.List;
import java.util.stream.Stream;
import org.filbert.landmarks.Landmarks;
import org.filbert.online.DoublyStochasticGradients;
import org.filbert.selection.Selection;
import org.filbert.shard.ShardState;
import org.filbert.solver.SolverType;
import org.filbert.system.SystemType;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.RoomOfWorkers;

/** The messages and states of trainings, by the classes that name them. */
final class TrainingMessages {
  private TrainingMessages() {}

  /**
   * The classes that name the messages of all methods, systems and solvers.
   *
   * @param state of a run
   */
  static List<Class<?>> with(Class<?> state) {
    return Stream.of(
            List.of(
                state,
                ShardState.class,
                SplitTasks.class,
                Survey.class,
                TargetSpread.class,
                TransformTargets.class,
                RecodeTargets.class,
                LogarithmChoice.class,
                FeatureStatistics.class,
                RawSample.class,
                FarthestValue.class,
                ValueCounts.class,
                Encode.class,
                MetricTasks.class,
                ImportanceTasks.class,
                TextTasks.class,
                TableTasks.class,
                RowWeights.class,
                WeightedTargets.class,
                ClassWeights.class,
                MemoryCheck.class,
                Speed.class,
                SystemRunState.class,
                BatchState.class,
                DoublyStochasticDescent.class,
                MeteredWorkers.class,
                RoomOfWorkers.class),
            Landmarks.messages(),
            Selection.messages(),
            SystemType.messages(),
            DoublyStochasticGradients.messages(),
            SolverType.all().stream().map(SolverType::solver).toList())
        .<Class<?>>flatMap(List::stream)
        .toList();
  }
}
