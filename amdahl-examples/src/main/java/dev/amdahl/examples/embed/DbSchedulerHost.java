package dev.amdahl.examples.embed;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Two hosts that share a task table and a ledger: db-scheduler gives each run to one of them, and the ledger's lease would too. */
public final class DbSchedulerHost {
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS scheduled_tasks (
              task_name VARCHAR(100), task_instance VARCHAR(100), task_data BLOB,
              execution_time TIMESTAMP WITH TIME ZONE, picked BOOLEAN, picked_by VARCHAR(50),
              last_success TIMESTAMP WITH TIME ZONE, last_failure TIMESTAMP WITH TIME ZONE,
              consecutive_failures INT, last_heartbeat TIMESTAMP WITH TIME ZONE,
              version BIGINT, priority INT, PRIMARY KEY (task_name, task_instance))
            """;

    private DbSchedulerHost() {}

    public static void main(String[] args) throws SQLException {
        Path folder = Path.of(args.length > 0 ? args[0] : ".");
        JdbcDataSource tasks = new JdbcDataSource();
        tasks.setURL("jdbc:h2:mem:tasks;DB_CLOSE_DELAY=-1");
        try (Connection connection = tasks.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
        CycleTask one = cycle(folder);
        CycleTask two = cycle(folder);
        Scheduler first = host("first", tasks, one);
        Scheduler second = host("second", tasks, two);
        first.start();
        second.start();
        CompletableFuture.anyOf(one.idle(), two.idle()).join();
        first.stop();
        second.stop();
    }

    /** Each host has a loop of its own; they meet in the ledger and in the folder of the trials. */
    private static CycleTask cycle(Path folder) {
        LocalScheduler trials = LocalScheduler.at(folder.resolve("trials"));
        return new CycleTask(folder.resolve("amdahl").toString(), ledger -> NightlySum.loop(ledger, trials));
    }

    private static Scheduler host(String name, DataSource tasks, CycleTask cycle) {
        RecurringTask<Void> recurring =
                Tasks.recurring("amdahl-cycle", FixedDelay.ofMillis(100)).execute((instance, context) -> cycle.run());
        return Scheduler.create(tasks)
                .schedulerName(new SchedulerName.Fixed(name))
                .startTasks(recurring)
                .pollingInterval(Duration.ofMillis(100))
                .alwaysPersistTimestampInUTC()
                .threads(1)
                .build();
    }
}
