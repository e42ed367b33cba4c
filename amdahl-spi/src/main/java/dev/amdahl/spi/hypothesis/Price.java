package dev.amdahl.spi.hypothesis;

/**
 * The price of an accelerator-hour.
 *
 * @param perAcceleratorHour not negative
 * @param currency an ISO code
 */
public record Price(double perAcceleratorHour, String currency) {}
