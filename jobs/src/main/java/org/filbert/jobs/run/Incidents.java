package org.filbert.jobs.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Table;

/**
 * Tells what happened to a run from outside: failures, waiting, going on. The console gets a line,
 * {@code incidents.jsonl} in the run directory another, for the report; {@code progress.json} has
 * the last one until the run itself writes it again.
 */
public final class Incidents {
  private final RunDirectory run;
  private final PrintWriter out;

  public Incidents(RunDirectory run, PrintWriter out) {
    this.run = run;
    this.out = out;
  }

  /**
   * One of them.
   *
   * @param time in UTC, by ISO 8601
   */
  public record Incident(String time, String text) {}

  /** The incidents of a run so far; none if they cannot be read. */
  public static List<Incident> of(RunDirectory run) {
    try {
      return run.readLines(RunDirectory.INCIDENTS, Incident.class);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The part of a page that shows them. */
  public static Element section(List<Incident> incidents) {
    List<List<String>> rows =
        incidents.stream().map(each -> List.of(each.time(), each.text())).toList();
    return Page.section(
        "Incidents",
        List.of(new Table("Failures, and how the run went on", List.of("time", ""), rows).box()));
  }

  /** Tells of another one. */
  public void tell(String text) {
    out.println(text);
    out.flush();
    List<Incident> all = new ArrayList<>(of(run));
    all.add(
        new Incident(Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString(), text));
    try {
      run.writeLines(RunDirectory.INCIDENTS, all);
      run.readJson(RunDirectory.PROGRESS, ObjectNode.class)
          .ifPresent(
              progress -> run.writeJson(RunDirectory.PROGRESS, progress.put("incident", text)));
    } catch (IOException | UncheckedIOException e) {
      out.println("warning: " + e.getMessage());
      out.flush();
    }
  }
}
