package org.filbert.solver;

import java.util.List;

/** A type of solver of which nothing is to be said but its name, options and messages. */
abstract class NamedType implements SolverType {
  private final String name;
  private final Class<? extends SolverOptions> options;
  private final List<Class<?>> messages;

  NamedType(String name, Class<? extends SolverOptions> options, List<Class<?>> messages) {
    this.name = name;
    this.options = options;
    this.messages = messages;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<? extends SolverOptions> options() {
    return options;
  }

  @Override
  public List<Class<?>> messages() {
    return messages;
  }
}
