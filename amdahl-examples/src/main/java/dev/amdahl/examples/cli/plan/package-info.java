/** {@code plan}: what the loop would run, in pairs, hours and money. */
@NullMarked
package dev.amdahl.examples.cli.plan;

import org.jspecify.annotations.NullMarked;
