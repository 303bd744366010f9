package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/** Parses a line into a document without a label. */
final class DocumentParser implements LineParser {
  private final Role role;

  /** The registered format {@code documents}. */
  public static final class Type extends TextType<Documents> {
    public Type() {
      super("documents", Documents.class);
    }

    @Override
    TextLayout layout(Documents format, ReadOptions options, Labels labels, TextStart start)
        throws IOException {
      start.requireLine(Line::isBlank, "");
      return new TextLayout(new DocumentParser(options.role()));
    }

    @Override
    LineParser parser(
        Documents format,
        Labels labels,
        @Nullable Integer features,
        @Nullable CellColumns columns) {
      return new DocumentParser(Role.TRAIN);
    }
  }

  private DocumentParser(Role role) {
    this.role = role;
  }

  @Override
  public int features() {
    return 0;
  }

  @Override
  public Instance.Example parse(Line line, long position) {
    return new Instance.Example(role, position, new Features.Text(line.toString()), null);
  }
}
