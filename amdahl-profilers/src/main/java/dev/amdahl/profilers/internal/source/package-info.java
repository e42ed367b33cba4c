/** Finders of places in source that cost accelerator time where they are hot: Python and Java, by parsing. */
@NullMarked
package dev.amdahl.profilers.internal.source;

import org.jspecify.annotations.NullMarked;
