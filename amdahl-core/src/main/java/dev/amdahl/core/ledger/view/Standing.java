package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.hypothesis.HypothesisState;

/**
 * Where one hypothesis stands: what a look-up by identity gives without reading the rest of it.
 *
 * @param id the hypothesis
 * @param state its state
 */
public record Standing(String id, HypothesisState state) {}
