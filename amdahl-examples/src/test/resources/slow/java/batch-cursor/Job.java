import java.util.LinkedList;
import java.util.List;

/** Takes samples out of a buffer by drawn positions, as a shuffling reader does. */
public class Job {
    static List<Integer> fill(int size) {
        List<Integer> buffer = new LinkedList<>();
        for (int i = 0; i < size; i++) {
            buffer.add(i * 7 % 1000);
        }
        return buffer;
    }

    static long draw(List<Integer> buffer, int draws) {
        long sum = 0;
        int state = 33;
        for (int i = 0; i < draws; i++) {
            state = state * 1664525 + 1013904223;
            sum = sum * 31 + buffer.get((state >>> 8) % buffer.size());
        }
        return sum;
    }

    public static void main(String[] args) {
        int draws = args.length > 0 ? Integer.parseInt(args[0]) : 90000;
        System.out.println("draws " + draws + " sum " + draw(fill(4000), draws));
    }
}
