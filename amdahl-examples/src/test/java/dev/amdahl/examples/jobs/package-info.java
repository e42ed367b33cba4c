/** Tests of the jobs file. */
@NullMarked
package dev.amdahl.examples.jobs;

import org.jspecify.annotations.NullMarked;
