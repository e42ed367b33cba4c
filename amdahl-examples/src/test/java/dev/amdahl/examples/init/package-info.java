/** Tests of how a job becomes a jobs file. */
@NullMarked
package dev.amdahl.examples.init;

import org.jspecify.annotations.NullMarked;
