/** Files that verdicts rest on, kept beside the ledger under the digest of their content. Knows files, not what they mean. */
@NullMarked
package dev.amdahl.core.ledger.evidence;

import org.jspecify.annotations.NullMarked;
