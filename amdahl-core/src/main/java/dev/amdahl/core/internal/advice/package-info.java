/** From a diagnosis to hypotheses: the idea catalogue, rules, the screen, expected value and fingerprints. */
@NullMarked
package dev.amdahl.core.internal.advice;

import org.jspecify.annotations.NullMarked;
