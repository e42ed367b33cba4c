@NullMarked
package dev.amdahl.profilers.internal.serving;

import org.jspecify.annotations.NullMarked;
