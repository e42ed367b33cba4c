/** Accounts in accelerator-hours and money: waste, savings, cost, budget. */
@NullMarked
package dev.amdahl.core.internal.roi;

import org.jspecify.annotations.NullMarked;
