/** An approved change as a branch in the repository of its job, and as a pull request. */
@NullMarked
package dev.amdahl.examples.publish;

import org.jspecify.annotations.NullMarked;
