package dev.amdahl.spi.hypothesis;

/**
 * What an accelerator-hour costs.
 *
 * @param perAcceleratorHour not negative
 * @param currency an ISO code
 */
public record Price(double perAcceleratorHour, String currency) {}
