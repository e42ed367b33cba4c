import java.util.LinkedList;
import java.util.List;

/** Gives the slots of workers back as they end, and tells which are left. */
public class Job {
    static List<Integer> slots(int count) {
        List<Integer> all = new LinkedList<>();
        for (int i = 0; i < count; i++) {
            all.add(i * 3 % count);
        }
        return all;
    }

    static int release(List<Integer> all, int times, int step) {
        Integer next = 0;
        for (int i = 0; i < times; i++) {
            next += step;
            all.remove(next);
        }
        return next;
    }

    static long load(List<Integer> all, int draws) {
        long sum = 0;
        for (int i = 0; i < draws; i++) {
            sum = sum * 31 + all.get(i * 17 % all.size());
        }
        return sum;
    }

    public static void main(String[] args) {
        int draws = args.length > 0 ? Integer.parseInt(args[0]) : 120000;
        List<Integer> all = slots(3001);
        int last = release(all, 20, 5);
        System.out.println("last " + last + " left " + all.size() + " load " + load(all, draws));
    }
}
