/** Models that explain advice and read logs where rules do not tell: they order and word what evidence supports, and decide nothing. */
@NullMarked
package dev.amdahl.llm.copilot;

import org.jspecify.annotations.NullMarked;
