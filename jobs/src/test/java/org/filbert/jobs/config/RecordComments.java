package org.filbert.jobs.config;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.SeeTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.filbert.jobs.config.yaml.KeyDescriptions;

/** The Javadoc of records and of their components, read from the sources of all modules. */
final class RecordComments {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("@JsonProperty\\(.*\\bvalue = \"(\\w+)\"");

  private final Map<String, String> comments = new HashMap<>();
  private final Map<String, Alike> alike = new HashMap<>();
  private final Set<String> read = new HashSet<>();
  private final SortedMap<String, String> asked = new TreeMap<>();

  /** A record whose comments another one has too. */
  private record Alike(String pack, String name) {}

  /** What {@link KeyDescriptions#of} should say. */
  String of(Class<?> section, String key) {
    String name = KeyDescriptions.name(section, key);
    String comment = find(section.getPackageName(), name.replace('$', '.'), key);
    asked.put(name, comment);
    return comment;
  }

  /** A component without a comment has that of the record that {@code @see} names. */
  private String find(String pack, String name, String key) {
    String record = key.isEmpty() ? name : name.substring(0, name.length() - key.length() - 1);
    if (read.add(pack + "." + record.split("[.]", 2)[0])) {
      source(pack, record.split("[.]", 2)[0]).ifPresent(this::read);
    }
    Alike other = alike.get(record);
    return comments.containsKey(name) || other == null
        ? comments.getOrDefault(name, "")
        : find(other.pack(), other.name() + "." + key, key);
  }

  /** All that was asked for, as a file of properties. */
  String properties() {
    return asked.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue().replace("\\", "\\\\") + "\n")
        .collect(Collectors.joining("", "# Made from Javadoc by ConfigurationPageTest.\n", ""));
  }

  SortedMap<String, String> asked() {
    return asked;
  }

  private static Optional<Path> source(String pack, String type) {
    String file = pack.replace('.', '/') + "/" + type + ".java";
    try (var modules = Files.list(PROJECT)) {
      return modules
          .map(module -> module.resolve("src/main/java").resolve(file))
          .filter(Files::exists)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Path source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(source));
      DocTrees trees = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Types(trees).scan(unit, "");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Types extends TreePathScanner<Void, String> {
    private final DocTrees trees;

    Types(DocTrees trees) {
      this.trees = trees;
    }

    @Override
    public Void visitClass(ClassTree type, String outer) {
      String name =
          outer.isEmpty() ? type.getSimpleName().toString() : outer + "." + type.getSimpleName();
      DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
      if (comment != null) {
        comments.put(name, text(comment.getFirstSentence()));
        for (DocTree tag : comment.getBlockTags()) {
          if (tag instanceof ParamTree parameter) {
            comments.put(
                name + "." + key(type, parameter.getName().toString()),
                text(parameter.getDescription()));
          } else if (tag instanceof SeeTree see) {
            String other = see.getReference().get(0).toString();
            alike.put(name, new Alike(packageOf(other), other));
          }
        }
      }
      return super.visitClass(type, name);
    }

    /** The key of a component: its name, unless an annotation has another. */
    private static String key(ClassTree type, String component) {
      return type.getMembers().stream()
          .filter(
              member ->
                  member instanceof VariableTree field && field.getName().contentEquals(component))
          .flatMap(member -> ((VariableTree) member).getModifiers().getAnnotations().stream())
          .map(annotation -> NAMED.matcher(annotation.toString()))
          .filter(Matcher::find)
          .map(named -> named.group(1))
          .findFirst()
          .orElse(component);
    }

    /** The package that the source imports a type from, or else its own. */
    private String packageOf(String type) {
      CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
      return unit.getImports().stream()
          .map(each -> each.getQualifiedIdentifier().toString())
          .filter(imported -> imported.endsWith("." + type))
          .map(imported -> imported.substring(0, imported.length() - type.length() - 1))
          .findFirst()
          .orElse(unit.getPackageName().toString());
    }
  }

  /** Markdown: code in backticks, names of types as they are. */
  private static String text(List<? extends DocTree> parts) {
    return parts.stream()
        .map(RecordComments::text)
        .collect(Collectors.joining())
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static String text(DocTree part) {
    if (part instanceof TextTree text) {
      return text.getBody();
    }
    if (part instanceof LiteralTree code) {
      return "`" + code.getBody().getBody().strip() + "`";
    }
    return part instanceof LinkTree link ? link.getReference().getSignature() : part.toString();
  }
}
