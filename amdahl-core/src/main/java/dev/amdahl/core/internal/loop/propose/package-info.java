/** The steps that take up jobs within the budget: Scan, Profile, Hypothesize, Submit. */
@NullMarked
package dev.amdahl.core.internal.loop.propose;

import org.jspecify.annotations.NullMarked;
