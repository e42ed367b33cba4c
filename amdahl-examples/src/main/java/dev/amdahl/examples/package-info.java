/** Example main programs, one per feature. */
@NullMarked
package dev.amdahl.examples;

import org.jspecify.annotations.NullMarked;
