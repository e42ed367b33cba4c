import java.util.LinkedList;
import java.util.List;

class Job {
    public static void main(String[] args) {
        List<Integer> scores = new LinkedList<>();
        for (int i = 0; i < 20_000; i++) {
            scores.add(i);
        }
        long sum = 0;
        for (int i = 0; i < scores.size(); i++) {
            sum += scores.get(i);
        }
        System.out.println(sum);
    }
}
