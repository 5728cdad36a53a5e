import { untilReached } from '#server/database/until-reached.ts';
import { fromEachDomain } from './domain.ts';
import { checkLocation, recordLocation } from './location.ts';
import { errorFields, log } from './log.ts';

let isOn = false;
const waiting: Array<() => Promise<void>> = [];
const askEvery = 2_000;

/**
 * Whether this process found data of another location, about which the host has not decided yet:
 * earlier sessions, links and codes are refused, and nothing is sent (docs/decisions/052).
 */
export const isInSafeMode = () => isOn;

/** Runs the work now, or when safe mode ends. */
export async function afterSafeMode(work: () => Promise<void>): Promise<void> {
  if (isOn) waiting.push(work);
  else await work();
}

/** Call before anything is served or sent. Records the location if the data has none. */
export async function startAtLocation(databaseUrl: string): Promise<void> {
  const check = await checkLocation(databaseUrl, true);
  const { here, recorded, isElsewhere, problem } = check;
  if (problem) log('warn', 'location id', { problem });
  if (!isElsewhere) return recordLocation(databaseUrl, check);
  isOn = true;
  log('warn', 'safe mode: this data belongs to another location', {
    recorded: recorded!.name,
    here: here.name,
    decide: 'npm run location -- moved, or: npm run location -- copy (docs/hosting.md)',
  });
  for (const refuseEarlier of fromEachDomain('onSafeMode')) await refuseEarlier();
  const timer = setInterval(() => {
    isDecided(databaseUrl).then(
      (isDone) => isDone && leave(timer),
      (error: unknown) => log('warn', 'location not read', errorFields(error)),
    );
  }, askEvery).unref();
}

async function isDecided(databaseUrl: string): Promise<boolean> {
  return !(await checkLocation(databaseUrl)).isElsewhere;
}

function leave(timer: NodeJS.Timeout): void {
  if (!isOn) return;
  clearInterval(timer);
  isOn = false;
  log('info', 'safe mode has ended');
  const patience = { log: (reason: string) => log('warn', 'waiting for the database', { reason }) };
  for (const work of waiting.splice(0))
    untilReached(work, patience).catch((error: unknown) =>
      log('error', 'not started after safe mode', errorFields(error)),
    );
}
