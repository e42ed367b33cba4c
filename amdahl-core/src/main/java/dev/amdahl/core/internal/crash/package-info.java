/** Named places at which a process may die, so that tests can make it die exactly there. Needs the JDK alone. */
@NullMarked
package dev.amdahl.core.internal.crash;

import org.jspecify.annotations.NullMarked;
