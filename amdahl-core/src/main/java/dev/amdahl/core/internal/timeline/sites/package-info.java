/** Hot frames of profiles joined to the places in source that a static finder knows. */
@NullMarked
package dev.amdahl.core.internal.timeline.sites;

import org.jspecify.annotations.NullMarked;
