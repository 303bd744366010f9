/**
 * One class for each algorithm, in its paper's symbols, on any system. Begin with {@code Solver},
 * then {@code BlockDescent} and {@code EigenPro}. It never asks which system it has, and sees no
 * rows.
 */
@NullMarked
package org.filbert.solver;

import org.jspecify.annotations.NullMarked;
