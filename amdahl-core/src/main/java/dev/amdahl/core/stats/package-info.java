/**
 * Exact tests, estimates and intervals of paired experiments as pure mathematics; the base of the packages below it. Uses
 * nothing but the JDK.
 */
@NullMarked
package dev.amdahl.core.stats;

import org.jspecify.annotations.NullMarked;
