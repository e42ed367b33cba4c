package dev.amdahl.examples.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version, as the jar of the command line states it. Stateless. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String stated = Main.class.getPackage().getImplementationVersion();
        return new String[] {"amdahl " + Optional.ofNullable(stated).orElse("(not from a jar)")};
    }
}
