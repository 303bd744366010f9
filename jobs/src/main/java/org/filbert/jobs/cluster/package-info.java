@NullMarked
package org.filbert.jobs.cluster;

import org.jspecify.annotations.NullMarked;
