import { entriesOf, fromEachDomain } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { startJobs, stopJobs, type Queue } from '#server/jobs.ts';
import { errorFields, log } from '#server/log.ts';
import { watchMailServer } from '#server/mail.ts';
import { closeDataDir } from '#server/private-files.ts';
import { pruneInfrastructure, runPrunes } from '#server/prune.ts';
import { afterSafeMode } from '#server/safe-mode.ts';
import { pruneWorkFolders } from '#server/uploads/work-folder.ts';

/** Each process prunes its own machine's folders; the queues below run once for all processes. */
let hourly: NodeJS.Timeout | undefined;
let mailServer: NodeJS.Timeout | undefined;

/** Their names are stored with the job queue's schedules. */
const pruneQueues: Queue[] = [
  {
    name: 'hourly-prune',
    schedule: '17 * * * *',
    work: () =>
      runPrunes({
        infrastructure: pruneInfrastructure,
        ...Object.fromEntries(entriesOf('prunes')),
      }),
  },
  {
    name: 'hourly-file-prune',
    schedule: '27 * * * *',
    work: () => runPrunes(Object.fromEntries(entriesOf('filePrunes'))),
  },
];

export async function startBackgroundJobs(): Promise<void> {
  // Not awaited: a large folder that was open takes longer than a start may.
  closeDataDir(env().DATA_DIR).catch((error: unknown) =>
    log('warn', 'data folder not closed to other accounts', errorFields(error)),
  );
  // Uploads that an earlier process was receiving when it was killed.
  await pruneWorkFolders();
  hourly ??= setInterval(
    () =>
      void pruneWorkFolders().catch((error: unknown) =>
        log('warn', 'uploads not pruned', errorFields(error)),
      ),
    60 * 60 * 1_000,
  ).unref();
  await afterSafeMode(async () => {
    // The queue that calls were added to in safe mode runs nothing.
    await stopJobs();
    await startJobs([...fromEachDomain('queues').flat(), ...pruneQueues]);
    mailServer ??= watchMailServer();
  });
}

export function stopBackgroundJobs(maxMilliseconds: number): Promise<unknown> {
  clearInterval(mailServer);
  return Promise.allSettled([
    stopJobs(maxMilliseconds),
    ...fromEachDomain('onStop').map((write) => write()),
  ]);
}
