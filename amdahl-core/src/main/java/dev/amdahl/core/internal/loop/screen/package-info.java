/** Which changes come to be tested: their identity, what turns them away, what lets a tried one be tried again. */
@NullMarked
package dev.amdahl.core.internal.loop.screen;

import org.jspecify.annotations.NullMarked;
