/** JMH benchmarks and the comparison tables that are published. */
@NullMarked
package dev.amdahl.benchmarks;

import org.jspecify.annotations.NullMarked;
