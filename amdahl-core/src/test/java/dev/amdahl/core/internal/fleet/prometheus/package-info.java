@NullMarked
package dev.amdahl.core.internal.fleet.prometheus;

import org.jspecify.annotations.NullMarked;
