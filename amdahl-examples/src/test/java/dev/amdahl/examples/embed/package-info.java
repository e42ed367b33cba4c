/** The hosts of {@code docs/embed.md}, run, and the contract suites over the queue of one of them. */
@NullMarked
package dev.amdahl.examples.embed;

import org.jspecify.annotations.NullMarked;
