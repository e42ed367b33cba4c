/** The loop inside hosts of several kinds: timers, job schedulers, and a queue of one's own. {@code docs/embed.md} shows these files. */
@NullMarked
package dev.amdahl.examples.embed;

import org.jspecify.annotations.NullMarked;
