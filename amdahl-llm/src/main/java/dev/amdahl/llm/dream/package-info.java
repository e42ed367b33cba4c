/** A model as a source of ideas: outside of the ledger, and untrusted. */
@NullMarked
package dev.amdahl.llm.dream;

import org.jspecify.annotations.NullMarked;
