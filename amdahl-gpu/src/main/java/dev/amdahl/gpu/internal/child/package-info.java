/** Java processes of their own for what must not take this one along, and what they tell. */
@NullMarked
package dev.amdahl.gpu.internal.child;

import org.jspecify.annotations.NullMarked;
