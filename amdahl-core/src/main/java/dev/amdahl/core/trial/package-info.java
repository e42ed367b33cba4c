/** The trial on the node: the script that runs and measures the arms, its folder, and the reading of what it recorded. */
@NullMarked
package dev.amdahl.core.trial;

import org.jspecify.annotations.NullMarked;
