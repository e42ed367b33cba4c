/** The loop, its ledger, its report and its sandboxes under load, and soaks of hours. */
@NullMarked
package dev.amdahl.benchmarks.loop;

import org.jspecify.annotations.NullMarked;
