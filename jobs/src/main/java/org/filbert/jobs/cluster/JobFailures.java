package org.filbert.jobs.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/** Failures of a job, as its JobManager reports them over REST, the newest first. */
record JobFailures(@JsonProperty("exceptionHistory") History history) {
  private static final String CAUSE = "Caused by: ";

  record History(@JsonProperty("entries") List<Entry> entries) {}

  record Entry(@JsonProperty("stacktrace") String stackTrace) {
    /** The innermost cause, without the name of its class. */
    String reason() {
      String last = "";
      for (String line : stackTrace.lines().toList()) {
        if (last.isEmpty()) {
          last = line;
        } else if (line.startsWith(CAUSE)) {
          last = line.substring(CAUSE.length());
        }
      }
      return last.replaceFirst("^[\\w.$]+(Exception|Error): ", "");
    }
  }

  /** The reason of the newest failure. */
  Optional<String> newest() {
    return history.entries().stream().findFirst().map(Entry::reason);
  }
}
