/** Settings of the loop, and what a listener is told about it. */
@NullMarked
package dev.amdahl.core.loop;

import org.jspecify.annotations.NullMarked;
