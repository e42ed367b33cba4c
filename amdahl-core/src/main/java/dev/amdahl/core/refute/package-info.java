/** Refutation: a panel of refuters, each with the whole checklist on its own pairs, and facts that no majority can outvote. The checks lie in a package per kind. */
@NullMarked
package dev.amdahl.core.refute;

import org.jspecify.annotations.NullMarked;
