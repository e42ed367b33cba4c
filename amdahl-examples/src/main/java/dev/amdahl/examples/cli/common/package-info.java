/** What all commands share: options, answers, and how texts, tables and JSON are written. */
@NullMarked
package dev.amdahl.examples.cli.common;

import org.jspecify.annotations.NullMarked;
