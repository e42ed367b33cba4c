/** The times of a job's steps: how they are read, which of them count, and what they show. */
@NullMarked
package dev.amdahl.core.internal.steps;

import org.jspecify.annotations.NullMarked;
