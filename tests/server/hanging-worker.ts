import { startJobs } from '#server/jobs.ts';

// Takes a job, says so, and never finishes it: to be killed by jobs.server.test.ts.
await startJobs([
  {
    name: 'survivors',
    work: () => {
      process.stdout.write('taken\n');
      return new Promise(() => undefined);
    },
  },
]);
