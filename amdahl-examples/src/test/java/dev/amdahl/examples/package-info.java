/** Tests of the example programs. */
@NullMarked
package dev.amdahl.examples;

import org.jspecify.annotations.NullMarked;
