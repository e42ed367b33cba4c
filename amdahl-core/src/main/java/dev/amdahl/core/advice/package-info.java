/** From a diagnosis to hypotheses: the idea catalogue, rules, the screen, expected value and fingerprints. */
@NullMarked
package dev.amdahl.core.advice;

import org.jspecify.annotations.NullMarked;
