package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.filbert.jobs.datasets.DownloadProgress;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a download: a bar on a terminal, otherwise a line at its start. */
final class DownloadBar implements DownloadProgress {
  private static final double MEBIBYTE = 1 << 20;

  private final PrintWriter err;
  private @Nullable ProgressBar bar;

  DownloadBar(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void begin(Path file, long from, long size) {
    String name = String.valueOf(file.getFileName());
    if (Boolean.getBoolean("filbert.terminal")) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(name)
              .setInitialMax(size)
              .setStyle(ProgressBarStyle.ASCII)
              .setUnit(" MiB", (long) MEBIBYTE)
              .startsFrom(from, Duration.ZERO)
              .build();
    } else {
      err.printf(
          "downloading %s%s%s%n",
          name,
          size < 0 ? "" : String.format(Locale.ROOT, ", %.1f MiB", size / MEBIBYTE),
          from == 0 ? "" : String.format(Locale.ROOT, ", %.1f of these are here", from / MEBIBYTE));
      err.flush();
    }
  }

  @Override
  public void at(long bytes) {
    if (bar != null) {
      bar.stepTo(bytes);
    }
  }

  @Override
  public void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
