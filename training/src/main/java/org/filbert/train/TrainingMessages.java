package org.filbert.train;

import java.util.List;
import java.util.stream.Stream;
import org.filbert.landmarks.Landmarks;
import org.filbert.selection.Selection;
import org.filbert.shard.ShardState;
import org.filbert.solver.SolverType;
import org.filbert.system.SystemType;
import org.filbert.train.columns.FarthestValue;
import org.filbert.train.columns.FeatureStatistics;
import org.filbert.train.columns.RowWeights;
import org.filbert.train.columns.TableTasks;
import org.filbert.train.columns.TextTasks;
import org.filbert.train.columns.ValueCounts;
import org.filbert.train.forecast.MemoryCheck;
import org.filbert.train.forecast.Speed;
import org.filbert.train.internal.choice.LogarithmChoice;
import org.filbert.train.metric.ImportanceTasks;
import org.filbert.train.metric.MetricRefinement;
import org.filbert.train.metric.MetricTasks;
import org.filbert.train.rows.ClassWeights;
import org.filbert.train.rows.Encode;
import org.filbert.train.rows.KeptExamples;
import org.filbert.train.rows.RawSample;
import org.filbert.train.rows.RecodeTargets;
import org.filbert.train.rows.SampledRows;
import org.filbert.train.rows.SplitTasks;
import org.filbert.train.rows.Survey;
import org.filbert.train.rows.TargetSpread;
import org.filbert.train.rows.TransformTargets;
import org.filbert.train.rows.WeightedTargets;
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
                KeptExamples.class,
                SampledRows.class,
                FarthestValue.class,
                ValueCounts.class,
                Encode.class,
                MetricTasks.class,
                MetricRefinement.class,
                ImportanceTasks.class,
                TextTasks.class,
                TableTasks.class,
                RowWeights.class,
                WeightedTargets.class,
                ClassWeights.class,
                MemoryCheck.class,
                Speed.class,
                LandmarkWorth.class,
                SystemRunState.class,
                MeteredWorkers.class,
                RoomOfWorkers.class),
            Landmarks.messages(),
            Selection.messages(),
            SystemType.messages(),
            SolverType.messages())
        .<Class<?>>flatMap(List::stream)
        .toList();
  }
}
