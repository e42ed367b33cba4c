/** The steps that look for ideas when a dream is due: Search, Inject. */
@NullMarked
package dev.amdahl.core.internal.loop.dream;

import org.jspecify.annotations.NullMarked;
