@NullMarked
package org.filbert.jobs.config;

import org.jspecify.annotations.NullMarked;
