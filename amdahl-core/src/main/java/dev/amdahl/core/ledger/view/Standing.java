package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.hypothesis.HypothesisState;

/**
 * The state of one hypothesis, as a look-up by identity gives it without reading the rest.
 *
 * @param id the hypothesis
 * @param state its state
 */
public record Standing(String id, HypothesisState state) {}
