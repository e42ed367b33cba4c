/** The JSON document of a trace, read row by row, decompressed and capped on the way. */
@NullMarked
package dev.amdahl.profilers.internal.kineto.document;

import org.jspecify.annotations.NullMarked;
