/** What a check is, what it sees, and the tests that checks share. */
@NullMarked
package dev.amdahl.core.internal.refute.check;

import org.jspecify.annotations.NullMarked;
