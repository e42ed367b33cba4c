import java.util.Deque;
import java.util.LinkedList;
import java.util.List;

class Job {
    public static void main(String[] args) {
        List<Integer> queue = new LinkedList<Integer>();
        queue.add(1);
        if (queue instanceof Deque<?> both) {
            System.out.println("first: " + both.peekFirst());
        } else {
            System.out.println("no queue");
        }
    }
}
