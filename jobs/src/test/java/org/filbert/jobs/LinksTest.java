package org.filbert.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link from a page of the project to a file or to a heading leads there. */
class LinksTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|^    .*?$|`[^`\\n]*`");

  static List<Path> pages() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String root : List.of(".", "docs", "data", "examples")) {
      try (Stream<Path> files = Files.walk(PROJECT.resolve(root), root.equals("docs") ? 3 : 1)) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !file.toString().contains("node_modules"))
            .map(Path::normalize)
            .forEach(found::add);
      }
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Path page) throws IOException {
    Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll("code"));
    List<String> broken = new ArrayList<>();
    while (link.find()) {
      String[] target = link.group(1).split("#", 2);
      Path file = target[0].isEmpty() ? page : page.resolveSibling(target[0]).normalize();
      if (!link.group(1).contains("://")
          && (!Files.exists(file) || (target.length > 1 && !hasAnchor(file, target[1])))) {
        broken.add(link.group(1));
      }
    }
    assertThat(broken).isEmpty();
  }

  /** Whether it is an anchor both on a page of GitHub and on the site. */
  private static boolean hasAnchor(Path page, String anchor) throws IOException {
    String text = Files.readString(page);
    return text.contains("<a id=\"" + anchor + "\">")
        || text.lines()
            .filter(line -> line.startsWith("#"))
            .map(line -> line.replaceFirst("^#+ ", ""))
            .anyMatch(title -> onGitHub(title).equals(anchor) && onSite(title).equals(anchor));
  }

  private static String onGitHub(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static String onSite(String title) {
    return Normalizer.normalize(title, Normalizer.Form.NFKD)
        .replaceAll("\\p{M}", "")
        .replaceAll("[\\s~`!@#$%^&*()\\-_+=\\[\\]{}|\\\\;:\"'“”‘’<>,.?/]+", "-")
        .replaceAll("^-|-$", "")
        .toLowerCase(Locale.ROOT);
  }
}
