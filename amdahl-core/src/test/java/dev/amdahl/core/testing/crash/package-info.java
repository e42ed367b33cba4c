/** Runs the real loop in processes that are killed, at named points or at any moment, and checks what they leave behind. */
@NullMarked
package dev.amdahl.core.testing.crash;

import org.jspecify.annotations.NullMarked;
