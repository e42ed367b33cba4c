/** Breaches that the rules must find. */
@NullMarked
package dev.amdahl.examples.architecture.planted;

import org.jspecify.annotations.NullMarked;
