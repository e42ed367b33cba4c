/** The loop as a host embeds it. */
@NullMarked
package dev.amdahl.core;

import org.jspecify.annotations.NullMarked;
