import { entriesOf, fromEachDomain } from '#server/domain.ts';
import { startJobs, stopJobs, type Queue } from '#server/jobs.ts';
import { errorFields, log } from '#server/log.ts';
import { runSweeps, sweepPlumbing } from '#server/sweep.ts';
import { sweepWorkFolders } from '#server/uploads/work-folder.ts';

/** Each process looks after its own machine's folders; the jobs below happen once for all. */
let hourly: NodeJS.Timeout | undefined;

const sweepQueues: Queue[] = [
  {
    name: 'hourly-sweep',
    schedule: '17 * * * *',
    work: () => runSweeps({ plumbing: sweepPlumbing, ...Object.fromEntries(entriesOf('sweeps')) }),
  },
  {
    name: 'hourly-file-sweep',
    schedule: '27 * * * *',
    work: () => runSweeps(Object.fromEntries(entriesOf('fileSweeps'))),
  },
];

export async function startBackgroundJobs(): Promise<void> {
  // What an earlier process was receiving when it was ended.
  await sweepWorkFolders();
  hourly ??= setInterval(
    () =>
      void sweepWorkFolders().catch((error: unknown) =>
        log('warn', 'sweep of uploads', errorFields(error)),
      ),
    60 * 60 * 1_000,
  ).unref();
  await startJobs([...fromEachDomain('queues').flat(), ...sweepQueues]);
}

export const stopBackgroundJobs = stopJobs;
