@NullMarked
package org.filbert.jobs.cli;

import org.jspecify.annotations.NullMarked;
