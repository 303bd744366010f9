package org.filbert.connectors.file;

import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Role;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * What is read of the files of a {@link DataSet}, which explains the components.
 *
 * @see DataSet
 */
public record ReadOptions(
    @Nullable RowRange rows,
    Role role,
    OnBadRecord onBadRecord,
    TaskKind task,
    boolean labelRequired,
    @Nullable CellColumns columns,
    String leavingOut) {}
