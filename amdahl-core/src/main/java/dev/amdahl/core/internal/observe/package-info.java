/** Tells listeners what a cycle does, and names the run in every log line. */
@NullMarked
package dev.amdahl.core.internal.observe;

import org.jspecify.annotations.NullMarked;
