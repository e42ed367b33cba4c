/** Files that appear whole or not at all, what is said when they fail, and the time of an event as text. */
@NullMarked
package dev.amdahl.core.internal.io;

import org.jspecify.annotations.NullMarked;
