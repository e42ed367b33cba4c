/** Answers a person who asks how to make a job faster: by rules over what the ledger and traces hold, each piece of advice with its evidence. */
@NullMarked
package dev.amdahl.core.internal.copilot;

import org.jspecify.annotations.NullMarked;
