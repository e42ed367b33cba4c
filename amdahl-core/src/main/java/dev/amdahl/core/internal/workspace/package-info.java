/** Work trees: the patch filter, and builds of a commit with or without a patch. */
@NullMarked
package dev.amdahl.core.internal.workspace;

import org.jspecify.annotations.NullMarked;
