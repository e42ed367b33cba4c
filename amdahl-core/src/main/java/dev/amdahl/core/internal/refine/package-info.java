/** Generate, verify, refine: a bounded search over candidates whose reward only a verifier gives. */
@NullMarked
package dev.amdahl.core.internal.refine;

import org.jspecify.annotations.NullMarked;
