package dev.amdahl.examples.embed;

import dev.amdahl.core.schedulers.local.LocalScheduler;
import java.nio.file.Path;
import java.util.Properties;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** The loop as a Quartz job. */
public final class QuartzHost {
    private QuartzHost() {}

    /** Quartz starts no second one while one runs. */
    @DisallowConcurrentExecution
    public static final class CycleJob implements Job {
        private final CycleTask cycle;

        CycleJob(CycleTask cycle) {
            this.cycle = cycle;
        }

        @Override
        public void execute(JobExecutionContext context) {
            cycle.run();
        }
    }

    public static void main(String[] args) throws SchedulerException {
        Path folder = Path.of(args.length > 0 ? args[0] : ".");
        LocalScheduler trials = LocalScheduler.at(folder.resolve("trials"));
        CycleTask cycle = new CycleTask(folder.resolve("amdahl").toString(), ledger -> NightlySum.loop(ledger, trials));
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "nightly");
        settings.setProperty("org.quartz.threadPool.threadCount", "2");
        Scheduler quartz = new StdSchedulerFactory(settings).getScheduler();
        quartz.setJobFactory((bundle, scheduler) -> new CycleJob(cycle));
        quartz.scheduleJob(
                JobBuilder.newJob(CycleJob.class).withIdentity("amdahl").build(),
                TriggerBuilder.newTrigger()
                        .withSchedule(SimpleScheduleBuilder.simpleSchedule()
                                .withIntervalInMilliseconds(50)
                                .repeatForever()
                                .withMisfireHandlingInstructionNextWithRemainingCount())
                        .build());
        quartz.start();
        cycle.idle().join();
        quartz.shutdown(true);
    }
}
