/** Draws figures as SVG that fits any width, and builds the markup around them; texts are always data. */
@NullMarked
package dev.amdahl.core.internal.report.picture;

import org.jspecify.annotations.NullMarked;
