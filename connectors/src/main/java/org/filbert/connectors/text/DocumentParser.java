package org.filbert.connectors.text;

import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;

/** Parses a line into a document without a label. */
final class DocumentParser implements LineParser {
  private final Role role;

  DocumentParser(Role role) {
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
