@NullMarked
package org.filbert.jobs;

import org.jspecify.annotations.NullMarked;
