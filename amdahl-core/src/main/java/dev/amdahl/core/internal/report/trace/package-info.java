/** A trace for people: a page with zoomable lanes, and a Chrome trace with our annotations for Perfetto. */
@NullMarked
package dev.amdahl.core.internal.report.trace;

import org.jspecify.annotations.NullMarked;
