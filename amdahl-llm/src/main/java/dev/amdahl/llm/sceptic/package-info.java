/** Models that try to break a claimed win; what they say counts as far as library code can check it. */
@NullMarked
package dev.amdahl.llm.sceptic;

import org.jspecify.annotations.NullMarked;
