/** What makes two changes the same. */
@NullMarked
package dev.amdahl.core.internal.change;

import org.jspecify.annotations.NullMarked;
