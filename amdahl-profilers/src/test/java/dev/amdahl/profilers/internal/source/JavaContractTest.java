package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.contract.SiteFinderContract;
import dev.amdahl.spi.profiler.SiteFinder;

class JavaContractTest extends SiteFinderContract {
    @Override
    protected SiteFinder finder() {
        return new JavaSiteFinder();
    }

    @Override
    protected String fileName() {
        return "Feeder.java";
    }

    @Override
    protected String source() {
        return """
                package feed;

                final class Feeder {
                    void run() throws InterruptedException {
                        while (true) {
                            Thread.sleep(10);
                            System.gc();
                        }
                    }
                }
                """;
    }
}
