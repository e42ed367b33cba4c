/** What the ten steps of the loop share: the cycle, its policy, and what the ledger holds on a job. The steps lie in a package per row of the picture. */
@NullMarked
package dev.amdahl.core.internal.loop;

import org.jspecify.annotations.NullMarked;
