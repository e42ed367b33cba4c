@NullMarked
package dev.amdahl.core.internal.anomaly;

import org.jspecify.annotations.NullMarked;
