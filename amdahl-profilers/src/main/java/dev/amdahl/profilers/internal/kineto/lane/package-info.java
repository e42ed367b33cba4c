/** What one device or thread did, as sorted columns in bounded memory, and the time that its frames took. */
@NullMarked
package dev.amdahl.profilers.internal.kineto.lane;

import org.jspecify.annotations.NullMarked;
