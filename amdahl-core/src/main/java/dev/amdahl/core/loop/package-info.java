/** The ten steps of the loop, one class each, and what they share. */
@NullMarked
package dev.amdahl.core.loop;

import org.jspecify.annotations.NullMarked;
