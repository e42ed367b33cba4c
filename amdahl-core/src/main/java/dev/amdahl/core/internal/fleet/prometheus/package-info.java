/** A fleet source over a Prometheus server that scrapes DCGM exporters. A plugin: it knows the SPI alone. */
@NullMarked
package dev.amdahl.core.internal.fleet.prometheus;

import org.jspecify.annotations.NullMarked;
