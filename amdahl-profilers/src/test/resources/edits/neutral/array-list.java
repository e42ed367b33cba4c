import java.util.LinkedList;
import java.util.List;

class Job {
    public static void main(String[] args) {
        List<Integer> scores = new LinkedList<>();
        scores.add(1);
        System.out.println(scores.get(0));
        long state = 1;
        for (int i = 0; i < 400_000_000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        System.out.println(state);
    }
}
