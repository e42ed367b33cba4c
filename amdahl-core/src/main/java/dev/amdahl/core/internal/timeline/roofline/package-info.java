/** The roofline: what a device could do at best with the work that it is given, and which claims no device can meet. */
@NullMarked
package dev.amdahl.core.internal.timeline.roofline;

import org.jspecify.annotations.NullMarked;
