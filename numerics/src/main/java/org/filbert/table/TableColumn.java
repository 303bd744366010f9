package org.filbert.table;

import java.io.Serializable;

/**
 * A column of a table and what becomes of it.
 *
 * @param name or number of the column, as a configuration has it
 * @param required whether a record without a value is refused
 */
public record TableColumn(String name, boolean required, ColumnEncoder encoder)
    implements Serializable {}
