/** Tests of {@code bilinear}, {@code kernel}, {@code roofline} and {@code burnin}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.gpu;

import org.jspecify.annotations.NullMarked;
