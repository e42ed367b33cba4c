/** A server under an open-loop load: it is started, asked at times that do not wait for its answers, measured, and stopped. */
@NullMarked
package dev.amdahl.examples.serving;

import org.jspecify.annotations.NullMarked;
