@NullMarked
package dev.amdahl.core.fleet.prometheus;

import org.jspecify.annotations.NullMarked;
