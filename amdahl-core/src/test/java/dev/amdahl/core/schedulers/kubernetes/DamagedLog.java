package dev.amdahl.core.schedulers.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** What becomes of a log on its way, and what a job may forge. */
final class DamagedLog {
    private DamagedLog() {}

    static String of(String how, String line) {
        int middle = line.length() / 2;
        return switch (how) {
            case "cut" -> line.substring(0, middle);
            case "mixed" -> line.substring(0, middle) + "AAAA" + line.substring(middle + 4);
            case "split" -> line.substring(0, middle) + "\nsome warning\n" + line.substring(middle);
            case "trailing" -> line + "\nterminated\n";
            case "absent" -> "Segmentation fault\n";
            case "empty" -> "\n\n";
            case "twice" -> line + "\n" + line;
            case "swapped" -> line.replaceFirst("amdahl.result/1 \\w+", "amdahl.result/1 another");
            case "outside" -> frame(how, "2 result.properties\n\n\n3 ../outside.txt\nabc");
            case "norecord" -> frame(how, "3 a/metrics.json\n{ }");
            default -> throw new IllegalArgumentException(how);
        };
    }

    private static String frame(String key, String archive) {
        try {
            byte[] bytes = archive.getBytes(UTF_8);
            String sum = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            return "amdahl.result/1 " + key + " " + bytes.length + " " + sum + " "
                    + Base64.getEncoder().encodeToString(bytes) + " end";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
