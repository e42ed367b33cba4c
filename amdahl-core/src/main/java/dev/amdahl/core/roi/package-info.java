/** Accounts in accelerator-hours and money: waste, savings, cost, budget. */
@NullMarked
package dev.amdahl.core.roi;

import org.jspecify.annotations.NullMarked;
