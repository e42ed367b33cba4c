/** Where the seconds of a run went: attribution of a timeline to accounts, utilisation states, Amdahl ceilings. */
@NullMarked
package dev.amdahl.core.internal.timeline;

import org.jspecify.annotations.NullMarked;
