/** A server of models on the loopback interface, with every fault that one can have: for tests of what asks models. */
@NullMarked
package dev.amdahl.llm.internal.loopback;

import org.jspecify.annotations.NullMarked;
