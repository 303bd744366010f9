package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.runtime.metrics.scope.ScopeFormat;
import org.jspecify.annotations.Nullable;

/**
 * The way back from a tail to the head beside it, in the same JVM because the two are co-located. A
 * channel lives from the first user's {@link #open} to the last one's {@link Channel#close}.
 */
final class Feedback {
  private static final Logger LOG = System.getLogger(Feedback.class.getName());
  private static final Map<String, Channel> CHANNELS = new ConcurrentHashMap<>();

  private Feedback() {}

  /**
   * Names the channel of one subtask in one attempt of one job.
   *
   * @param task Flink's variables of the task's metrics. The id of its attempt is {@code
   *     graph_vertex_subtask_number}: numbers begin anew when another JobManager takes the job
   *     over, whose graph has another id
   */
  static String key(Map<String, String> task, String loop, int subtask) {
    String attempt = Objects.requireNonNull(task.get(ScopeFormat.SCOPE_TASK_ATTEMPT_ID));
    return String.join(
        "/",
        Objects.requireNonNull(task.get(ScopeFormat.SCOPE_JOB_ID)),
        loop,
        Integer.toString(subtask),
        attempt.substring(0, attempt.indexOf('_')),
        attempt.substring(attempt.lastIndexOf('_') + 1));
  }

  static Channel open(String key) {
    Channel opened =
        CHANNELS.compute(
            key,
            (k, known) -> {
              Channel channel = known == null ? new Channel(k) : known;
              channel.users++;
              return channel;
            });
    return Objects.requireNonNull(opened);
  }

  /** Number of channels in use; 0 once all loops in this JVM have ended. */
  static int openChannels() {
    return CHANNELS.size();
  }

  static final class Channel implements AutoCloseable {
    private final String key;
    private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable Runnable receiver;
    private int users;

    private Channel(String key) {
      this.key = key;
    }

    /**
     * Hands a frame over. A receiver that has finished, as when a job stops with a savepoint, does
     * not need it any more: what is left undone is sent again after a restore.
     */
    void put(Frame frame) {
      frames.add(frame);
      Runnable wake = receiver;
      if (wake != null) {
        try {
          wake.run();
        } catch (RejectedExecutionException e) {
          LOG.log(Level.DEBUG, "the receiver of {0} has finished", key);
        }
      }
    }

    /** How many frames there are to poll. */
    int waiting() {
      return frames.size();
    }

    @Nullable Frame poll() {
      return frames.poll();
    }

    /** What to run, on the putting thread, whenever there is something to poll. */
    void receiver(@Nullable Runnable wake) {
      receiver = wake;
    }

    /** Done once the head was told that there are no more tasks. */
    CompletableFuture<Void> ended() {
      return ended;
    }

    @Override
    public void close() {
      CHANNELS.compute(key, (k, channel) -> --users == 0 ? null : channel);
    }
  }
}
