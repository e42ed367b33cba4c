/** What a host sees of the loop while it runs: listeners, log context, and adapters to metrics and traces. */
@NullMarked
package dev.amdahl.core.observe;

import org.jspecify.annotations.NullMarked;
