/** The loop as tools for an assistant, by the Model Context Protocol on standard input and output. */
@NullMarked
package dev.amdahl.examples.mcp;

import org.jspecify.annotations.NullMarked;
