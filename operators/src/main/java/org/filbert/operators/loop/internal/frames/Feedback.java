package org.filbert.operators.loop.internal.frames;

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
 * The channel from a tail to the co-located head in the same JVM. A channel exists from the first
 * {@link #open} to the last {@link Channel#close}.
 */
public final class Feedback {
  private static final Logger LOG = System.getLogger(Feedback.class.getName());
  private static final Map<String, Channel> CHANNELS = new ConcurrentHashMap<>();

  private Feedback() {}

  /**
   * The key of the channel of one subtask in one attempt of one job.
   *
   * @param task Flink's metric variables of the task. {@code graph_vertex_subtask_number}
   *     identifies the attempt: attempt numbers start anew when another JobManager takes over, but
   *     the job graph then has another id
   */
  public static String key(Map<String, String> task, String loop, int subtask) {
    String attempt = Objects.requireNonNull(task.get(ScopeFormat.SCOPE_TASK_ATTEMPT_ID));
    return String.join(
        "/",
        Objects.requireNonNull(task.get(ScopeFormat.SCOPE_JOB_ID)),
        loop,
        Integer.toString(subtask),
        attempt.substring(0, attempt.indexOf('_')),
        attempt.substring(attempt.lastIndexOf('_') + 1));
  }

  public static Channel open(String key) {
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

  /** Number of open channels; 0 once all loops in this JVM have ended. */
  public static int openChannels() {
    return CHANNELS.size();
  }

  public static final class Channel implements AutoCloseable {
    private final String key;
    private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable Runnable receiver;
    private int users;

    private Channel(String key) {
      this.key = key;
    }

    /**
     * Delivers a frame. A finished receiver, as after a stop with a savepoint, needs no more
     * frames: unfinished work is sent again after a restore.
     */
    public void put(Frame frame) {
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

    /** Number of frames to poll. */
    public int waiting() {
      return frames.size();
    }

    public @Nullable Frame poll() {
      return frames.poll();
    }

    /** Sets the action that the delivering thread runs when there are frames to poll. */
    public void receiver(@Nullable Runnable wake) {
      receiver = wake;
    }

    /** Completed when the head has been told that there are no more tasks. */
    public CompletableFuture<Void> ended() {
      return ended;
    }

    @Override
    public void close() {
      CHANNELS.compute(key, (k, channel) -> --users == 0 ? null : channel);
    }
  }
}
