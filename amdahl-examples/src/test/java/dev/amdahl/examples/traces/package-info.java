/** What the analyses say of recorded traces, against figures of other tools. */
@NullMarked
package dev.amdahl.examples.traces;

import org.jspecify.annotations.NullMarked;
