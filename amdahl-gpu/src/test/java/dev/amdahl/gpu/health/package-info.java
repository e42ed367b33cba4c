/** Tests of burn-in: devices that err, drivers that say this or that. */
@NullMarked
package dev.amdahl.gpu.health;

import org.jspecify.annotations.NullMarked;
