import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAds } from './doctor/ads.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkFfmpeg } from './doctor/ffmpeg.ts';
import { ok, reason, wrong, type Finding } from './doctor/finding.ts';
import { checkJobs } from './doctor/jobs.ts';
import { locationFindings } from './doctor/location.ts';
import { checkMail } from './doctor/mail.ts';
import { checkSecrets, checkSettings } from './doctor/settings.ts';
import { checkStorage } from './doctor/storage.ts';
import { findLockOwner } from './launch/data-dir-lock.ts';
import type { CommandContext } from './launch/lifecycle.ts';
import { openEmbeddedUnmigrated } from './launch/open-database.ts';
import { readSettings, type Settings } from './launch/settings.ts';

/**
 * `npm run doctor`: prints one line per check, with a fix for each fault. Changes nothing; also
 * works beside a running site.
 */
export async function doctor(_args: string[], context: CommandContext): Promise<number> {
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    return report([
      wrong(
        'settings',
        `${reason(error)}: correct it in the environment or in .env (nothing else was looked at)`,
      ),
    ]);
  }
  return report([
    ...checkSettings(settings),
    ...checkSecrets(settings),
    ...(await checkStorage(settings)),
    checkFfmpeg(settings),
    ...(await databaseFindings(settings, context)),
    ...(await checkMail(settings)),
  ]);
}

async function databaseFindings(settings: Settings, context: CommandContext): Promise<Finding[]> {
  if (settings.DATABASE_URL) return databaseAndJobs(settings.DATABASE_URL, false, settings);
  if (!existsSync(join(settings.DATA_DIR, 'postgres', 'data')))
    return [ok('database', 'the embedded one is made at the first start')];
  try {
    const url =
      findLockOwner(settings.DATA_DIR)?.databaseUrl ??
      (await openEmbeddedUnmigrated(settings, 'doctor', context));
    return await databaseAndJobs(url, true, settings);
  } catch (error) {
    return [wrong('database', reason(error))];
  }
}

async function databaseAndJobs(
  url: string,
  isEmbedded: boolean,
  settings: Settings,
): Promise<Finding[]> {
  const findings = await checkDatabase(url, isEmbedded, settings);
  const canAsk = findings.every(({ state }) => state !== 'wrong');
  return canAsk
    ? [
        ...findings,
        ...(await locationFindings(url)),
        ...(await checkJobs(url)),
        ...(await checkAds(url)),
      ]
    : findings;
}

function report(findings: Finding[]): number {
  const width = Math.max(...findings.map(({ item }) => item.length));
  for (const { state, item, text } of findings)
    console.log(`${state.padEnd(7)}  ${item.padEnd(width)}  ${text}`);
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}
