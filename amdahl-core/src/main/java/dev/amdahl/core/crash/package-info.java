/** Named places at which a process may die, so that tests can make it die exactly there. Needs the JDK alone. */
@NullMarked
package dev.amdahl.core.crash;

import org.jspecify.annotations.NullMarked;
