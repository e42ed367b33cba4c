/** The only way out of a sandbox for a program that asks a model: to named hosts and ports, bounded, and with the key kept outside. */
@NullMarked
package dev.amdahl.llm.internal.proxy;

import org.jspecify.annotations.NullMarked;
