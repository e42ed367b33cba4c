/** Trials as processes of this machine that outlive the one that started them. */
@NullMarked
package dev.amdahl.core.schedulers.local;

import org.jspecify.annotations.NullMarked;
