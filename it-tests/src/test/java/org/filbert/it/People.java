package org.filbert.it;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a made-up table of mixed columns, some cells of which are missing. Who is above 45 or a
 * cook is rich.
 */
public record People(
    int id,
    @Nullable Integer age,
    @Nullable String job,
    @Nullable String hired,
    int weight,
    String income) {
  private static final List<String> JOBS = List.of("clerk", "smith", "cook, chief");

  /** Columns of the records, which their numbers name in CSV without a header. */
  public static final String CSV_COLUMNS =
      "{'1': {type: ignore}, '2': AGE, '3': JOB, '4': HIRED, '5': {type: weight}}"
          .replace('\'', '"');

  /** The same by name. */
  public static final String NAMED_COLUMNS =
      "{id: {type: ignore}, age: AGE, job: JOB, hired: HIRED, weight: {type: weight}}";

  /** Settings of columns to which nothing is fitted. */
  public static String fixed(String columns) {
    return columns
        .replace("AGE", "{type: number, missing: 40, indicator: true, standardise: false}")
        .replace("JOB", "{type: category, maxCategories: 16}")
        .replace("HIRED", "{type: date, parts: [month, hour]}");
  }

  /** Made-up rows; unlabelled ones have no income. */
  public static List<People> of(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<People> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int age = random.nextInt(18, 80);
      int job = random.nextInt(JOBS.size());
      rows.add(
          new People(
              i + 1,
              random.nextInt(20) == 0 ? null : age,
              random.nextInt(20) == 0 ? null : JOBS.get(job),
              random.nextInt(20) == 0
                  ? null
                  : "2011-%02d-01T%02d:30".formatted(random.nextInt(1, 13), random.nextInt(24)),
              random.nextInt(0, 4),
              age > 45 || job == 2 ? "rich" : "poor"));
    }
    return rows;
  }

  /** The cells in the order of {@link #CSV_COLUMNS}, and then the label. */
  public String csv() {
    return "%s,%s,%s,%s,%s,%s"
        .formatted(
            id,
            age == null ? "?" : age,
            job == null ? "" : '"' + job + '"',
            hired == null ? "NA" : hired,
            weight,
            income);
  }

  /** An object without fields for what is missing. */
  public String json() {
    return "{\"id\": %s%s%s%s, \"weight\": %s, \"income\": \"%s\"}"
        .formatted(
            id,
            age == null ? "" : ", \"age\": " + age,
            job == null ? ", \"job\": null" : ", \"job\": \"" + job + '"',
            hired == null ? "" : ", \"hired\": \"" + hired + '"',
            weight,
            income);
  }
}
