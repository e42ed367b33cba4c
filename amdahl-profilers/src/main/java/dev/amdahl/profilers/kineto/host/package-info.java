/** What threads of the host did while the device waited. */
@NullMarked
package dev.amdahl.profilers.kineto.host;

import org.jspecify.annotations.NullMarked;
