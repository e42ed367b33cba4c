/**
 * Agents of the command line: as backends, one process for each turn without tools, watched and cleaned up after; and with their tools on, in
 * a sandbox.
 */
@NullMarked
package dev.amdahl.llm.internal.agent;

import org.jspecify.annotations.NullMarked;
