import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the fields out of the lines of a serving log. */
public class Job {
    static String line(int number) {
        int state = number * 1664525 + 1013904223;
        return "GET /v1/completions/" + number + " tokens=" + (state >>> 20) + " ms=" + (state >>> 22);
    }

    static long tokens(int lines) {
        long sum = 0;
        for (int number = 0; number < lines; number++) {
            Pattern pattern = Pattern.compile("tokens=([0-9]{1,6}) ms=(?:[0-9]+|none|unknown|[a-f]{2,8})");
            Matcher matcher = pattern.matcher(line(number));
            if (matcher.find()) {
                sum += Integer.parseInt(matcher.group(1));
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        int lines = args.length > 0 ? Integer.parseInt(args[0]) : 120000;
        System.out.println("lines " + lines + " tokens " + tokens(lines));
    }
}
