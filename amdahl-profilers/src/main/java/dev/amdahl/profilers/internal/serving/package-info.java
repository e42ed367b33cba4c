/** What a load has shown of a server. */
@NullMarked
package dev.amdahl.profilers.internal.serving;

import org.jspecify.annotations.NullMarked;
