package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.testing.crash.KillRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Kills the real loop thousands of times: {@code KillSoak [--kills 5000] [--seed 1] [--dir DIR]}. Ends with 1 and names what did not
 * hold, and where its ledger lies.
 */
public final class KillSoak {
    private static final int ROUND = 100;

    private KillSoak() {}

    /** Runs it. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        int kills = Integer.parseInt(option(words, "--kills", "5000"));
        long seed = Long.parseLong(option(words, "--seed", "1"));
        String given = option(words, "--dir", "");
        Path folder = given.isEmpty() ? Files.createTempDirectory("kill-soak") : Path.of(given);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> violations = new ArrayList<>();
        int done = 0;
        long acknowledged = 0;
        for (int round = 0; done < kills; round++) {
            KillRun.Result result = KillRun.run(
                    folder.resolve("round-" + round),
                    System.getProperty("java.class.path"),
                    random.split(),
                    Math.min(ROUND, kills - done));
            done += result.kills();
            acknowledged += result.acknowledged();
            result.violations().forEach(violation -> violations.add(violation.toString()));
            System.out.println("seed=" + seed + " round=" + round + " kills=" + done + " acknowledged=" + acknowledged
                    + " violations=" + violations.size());
        }
        violations.forEach(System.out::println);
        if (!violations.isEmpty()) {
            System.out.println("look in " + folder);
            System.exit(1);
        }
    }

    private static String option(List<String> words, String name, String otherwise) {
        int at = words.indexOf(name);
        return at < 0 ? otherwise : words.get(at + 1);
    }
}
