/**
 * What the ten steps of the loop share: the cycle, its policy, what the ledger holds on a job, what listeners are told, and the folder of runs
 * that the host schedules anyway. The steps lie in a package per row of the picture.
 */
@NullMarked
package dev.amdahl.core.internal.loop;

import org.jspecify.annotations.NullMarked;
