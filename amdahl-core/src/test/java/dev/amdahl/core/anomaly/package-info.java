@NullMarked
package dev.amdahl.core.anomaly;

import org.jspecify.annotations.NullMarked;
