/** What every plugin meets first: its context, its availability and the one exception tree. */
@NullMarked
package dev.amdahl.spi;

import org.jspecify.annotations.NullMarked;
