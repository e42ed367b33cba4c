/** Contract suites that a plugin author extends, and what their tests share. */
@NullMarked
package dev.amdahl.spi.contract;

import org.jspecify.annotations.NullMarked;
