import java.util.ArrayList;
import java.util.List;

/** Counts the distinct words of a stream. */
public class Job {
    static String word(int state) {
        return "w" + (state >>> 8) % 5000;
    }

    static int distinct(int words) {
        List<String> vocabulary = new ArrayList<>();
        int state = 3;
        for (int i = 0; i < words; i++) {
            state = state * 1664525 + 1013904223;
            String word = word(state);
            if (!vocabulary.contains(word)) {
                vocabulary.add(word);
            }
        }
        return vocabulary.size();
    }

    public static void main(String[] args) {
        int words = args.length > 0 ? Integer.parseInt(args[0]) : 24000;
        System.out.println("words " + words + " distinct " + distinct(words));
    }
}
