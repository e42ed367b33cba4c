package dev.amdahl.examples.cli.common;

import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.examples.serving.ThisProgram;
import java.nio.file.Files;
import java.nio.file.Path;

/** This command line as people call it. */
public final class SelfCommand {
    private SelfCommand() {}

    /** Returns a ledger's name that means the same in another folder. */
    public static String absolute(String ledger) {
        LedgerLocation location = LedgerLocation.of(ledger);
        return location.isOnServer()
                ? ledger
                : location.base().map(Path::toString).orElse(ledger);
    }

    /** Returns the option that names that ledger, to be typed in any folder; it shows no password. */
    public static String ledgerOption(String url) {
        return "--ledger " + Shell.quoted(LedgerLocation.withoutPassword(absolute(url)));
    }

    /** Returns the command that approves a win of that ledger, from any folder. */
    public static String approval(Dossier won, String url) {
        return call() + " review approve " + Shell.quoted(won.id()) + " " + ledgerOption(url)
                + " --by NAME --reason TEXT"
                + (won.hypothesis().needsBuild() ? " --audit TEXT" : "");
    }

    /** Returns how a person on any machine calls it: as it was started here, without a folder of this machine. */
    public static String name() {
        return isProgram(code()) ? "amdahl" : "java -jar amdahl.jar";
    }

    private static boolean isProgram(Path code) {
        return Files.isRegularFile(code) && !code.toString().endsWith(".jar");
    }

    /** Returns how a person calls it from any folder; by its short name where it was not started from its jar and none was built. */
    public static String call() {
        Path code = code();
        if (isProgram(code)) {
            return Shell.quoted(code.toString());
        }
        Path jar = code.toString().endsWith(".jar") ? code : code.resolveSibling("amdahl.jar");
        return "java -jar " + (Files.isRegularFile(jar) ? Shell.quoted(jar.toString()) : "amdahl.jar");
    }

    private static Path code() {
        return Path.of(ThisProgram.file(
                SelfCommand.class.getProtectionDomain().getCodeSource().getLocation()));
    }

    public static String version() {
        String version = SelfCommand.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
