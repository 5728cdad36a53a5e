import { Socket } from 'node:net';
import { fromDrizzle, PgBoss, type Job, type JobResult } from 'pg-boss';
import { noteConnection } from '#server/database/connections.ts';
import { pgOptions } from '#server/database/pg-options.ts';
import { sql } from '#server/sql.ts';
import { db, type Tx } from './db.ts';
import { env } from './env.ts';
import { errorFields, log } from './log.ts';
import { isInSafeMode } from './safe-mode.ts';

export interface JobRun {
  id: string;
  /** Aborted when the process stops or the job takes too long. */
  signal: AbortSignal;
}

/** Thrown by a job that fails because something is away, not because of what it is to do. */
export class WaitsFor extends Error {
  readonly what: string;

  constructor(what: string, message: string) {
    super(message);
    this.what = what;
  }
}

/** A background job. It may run again after a crash, so `work` must be idempotent. */
export interface Queue<Payload extends object = object> {
  name: string;
  work: (payload: Payload, job: JobRun) => Promise<void>;
  /** Per process; at least 2, so that a full batch indicates more waiting jobs. */
  concurrency?: number;
  /** Cron expression in UTC for scheduled jobs, whose `payload` is empty. */
  schedule?: string;
  /** Its jobs send something: those of before are dropped from a copy of the data. */
  isOutgoing?: boolean;
}

/**
 * Ten attempts within about three hours. A worker that dies stops its heartbeat: 15 s later the
 * next check (every 5 s) requeues the job, and it runs again within a minute.
 */
const settings = {
  retryLimit: 10,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3_600,
  heartbeatSeconds: 15,
  expireInSeconds: 300,
  retentionSeconds: 14 * 24 * 60 * 60,
  deleteAfterSeconds: 24 * 60 * 60,
  notify: true,
};
const deadLetters = 'dead-letters';

/**
 * Options for pg, to which pg-boss passes unknown options. Poolers refuse limits in the start-up
 * message.
 */
const driverOptions = {
  stream: () => noteConnection(new Socket()),
  onConnect: (client: { query: (text: string) => Promise<unknown> }) =>
    client.query("set statement_timeout = '30s'; set lock_timeout = '5s'"),
  // Slightly longer than any statement: then the connection is at fault and is closed.
  query_timeout: 35_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

let starting: Promise<PgBoss> | undefined;
const ready = new Map<string, Promise<void>>();

async function open(): Promise<PgBoss> {
  const boss = new PgBoss({
    ...(await pgOptions(env().DATABASE_URL!)),
    application_name: 'hearth-jobs',
    schema: 'jobs',
    max: 2,
    connectionTimeoutMillis: 5_000,
    ...driverOptions,
    // Uses one more connection, which only listens; without it (behind a pooler) workers poll every
    // 2 s.
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    flowIntervalSeconds: 3_600,
    // Waiting jobs stay as they are.
    schedule: !isInSafeMode(),
    supervise: !isInSafeMode(),
  });
  boss.on('error', (error) =>
    log(
      'warn',
      'jobs',
      errorFields(
        error instanceof Error ? error : new Error((error as { message?: string }).message),
      ),
    ),
  );
  boss.on('warning', (warning) => log('warn', 'jobs', { warning: warning.message }));
  await boss.start();
  await boss.createQueue(deadLetters, {
    retentionSeconds: 30 * 24 * 60 * 60,
    deleteAfterSeconds: 30 * 24 * 60 * 60,
  });
  return boss;
}

function current(): Promise<PgBoss> {
  return (starting ??= open().catch((error: unknown) => {
    starting = undefined;
    throw error;
  }));
}

/** Creates the queue if needed, once per process. */
async function queueOf(boss: PgBoss, name: string): Promise<void> {
  let made = ready.get(name);
  if (!made)
    ready.set(name, (made = boss.createQueue(name, { ...settings, deadLetter: deadLetters })));
  await made.catch((error: unknown) => {
    ready.delete(name);
    throw error;
  });
}

interface EnqueueOptions {
  startAfter?: Date;
  /** Timeout in seconds; five minutes by default. */
  maxSeconds?: number;
}

/** Adds the job within the caller's transaction: it runs only if that commits. Returns its id. */
export async function enqueue(
  tx: Tx,
  queue: string,
  payload: object,
  { startAfter, maxSeconds }: EnqueueOptions = {},
): Promise<string> {
  const boss = await current();
  await queueOf(boss, queue);
  const id = await boss.send(queue, payload, {
    ...(startAfter ? { startAfter } : {}),
    ...(maxSeconds ? { expireInSeconds: maxSeconds } : {}),
    db: fromDrizzle(tx, sql),
  });
  if (!id) throw new Error(`The job queue ${queue} took no job`);
  return id;
}

/** As `enqueue`, for many jobs of one queue in one statement. */
export async function enqueueAll(tx: Tx, queue: string, payloads: object[]): Promise<void> {
  if (!payloads.length) return;
  const boss = await current();
  await queueOf(boss, queue);
  await boss.insert(
    queue,
    payloads.map((data) => ({ data })),
    { db: fromDrizzle(tx, sql) },
  );
}

async function run(queue: Queue, job: Job): Promise<JobResult> {
  const started = performance.now();
  const fields = () => ({
    queue: queue.name,
    job: job.id,
    ms: Math.round(performance.now() - started),
  });
  try {
    await queue.work(job.data ?? {}, { id: job.id, signal: job.signal });
    log('info', 'job done', fields());
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log('warn', 'job failed', { ...fields(), ...errorFields(error) });
    const waitsFor = error instanceof WaitsFor ? { waitsFor: error.what } : {};
    const output = { error: errorFields(error).error, ...waitsFor };
    return { id: job.id, status: 'failed', output };
  }
}

/**
 * Runs the jobs that wait for it at once if it is back: their own next try may be an hour away.
 * @param isBack asked only if some job waits longer than the next round
 */
export async function releaseWaiting(what: string, isBack: () => Promise<boolean>): Promise<void> {
  if (!starting) return;
  const isWaiting = sql`
    state = 'retry'
      and state < 'active'
      and output ->> 'waitsFor' = ${what}
      and start_after > jobs.job_now() + interval '10 s'`;
  const [found] = await db.execute(sql`select 1 from jobs.job where ${isWaiting} limit 1`);
  if (!found || !(await isBack())) return;
  const released = await db.execute(sql`
    update jobs.job
    set start_after = jobs.job_now()
    where ${isWaiting}
    returning id`);
  log('info', 'waiting jobs released', { what, count: released.length });
}

/** Starts working on these queues in this process. */
export async function startJobs(queues: Queue[]): Promise<void> {
  const boss = await current();
  for (const queue of queues) {
    await queueOf(boss, queue.name);
    if (queue.schedule) await boss.schedule(queue.name, queue.schedule);
    const options = {
      batchSize: Math.max(2, queue.concurrency ?? 2),
      burstWhenBatchFull: true,
      notifyPollingIntervalSeconds: 5,
      perJobResults: true,
    } as const;
    await boss.work<object, unknown, typeof options>(queue.name, options, (jobs) =>
      Promise.all(jobs.map((job) => run(queue, job))),
    );
  }
}

/**
 * Waits for running jobs; interrupted ones run again elsewhere or at the next start. A broken
 * database may delay it further.
 */
export async function stopJobs(maxMilliseconds = 15_000): Promise<void> {
  const stopping = starting;
  starting = undefined;
  ready.clear();
  await (await stopping)?.stop({ graceful: true, timeout: maxMilliseconds });
}
