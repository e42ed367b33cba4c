/** {@code bilinear}, {@code kernel}, {@code roofline} and {@code burnin}: devices and the arithmetic on them. */
@NullMarked
package dev.amdahl.examples.cli.gpu;

import org.jspecify.annotations.NullMarked;
