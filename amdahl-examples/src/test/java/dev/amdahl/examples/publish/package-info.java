@NullMarked
package dev.amdahl.examples.publish;

import org.jspecify.annotations.NullMarked;
