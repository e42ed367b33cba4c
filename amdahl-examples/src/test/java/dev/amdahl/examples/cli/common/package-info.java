/** Tests of how commands answer. */
@NullMarked
package dev.amdahl.examples.cli.common;

import org.jspecify.annotations.NullMarked;
