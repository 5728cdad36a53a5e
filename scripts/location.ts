import { domains } from '#app/domains.ts';
import { dropCopiedData } from '#server/copied-data.ts';
import { closeDb } from '#server/db.ts';
import { setDomains } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { checkLocation, isServed, recordLocation } from '#server/location.ts';

// npm run location -- moved, copy or restored: the host's answer to a start that found data of
// another location. A running site notices within seconds.

const usage = `Usage: npm run location -- <answer>
  moved     the site goes on here: all sessions, links, mails and jobs with it
  copy      this is a copy: it goes on, but sessions, links, codes and unsent mails are dropped
  restored  as copy, for a backup that was put back where the site was`;

setDomains(domains);
const { DATABASE_URL: url = '', S3_BUCKET } = env();
const [answer = ''] = process.argv.slice(2);
const dropped = 'Sessions, links, codes, keys, and mails and pushes that were due are dropped.';

async function decide(): Promise<string> {
  if (answer === 'restored' && (await isServed(url)))
    throw new Error(
      'The site is running. Stop it, put the backup back, and say this before the start.',
    );
  const check = await checkLocation(url, true);
  const { here, recorded, isElsewhere, problem } = check;
  if (problem) console.error(`Warning: ${problem}`);
  const isAtHome = recorded && !isElsewhere;
  if (answer === 'moved') {
    await recordLocation(url, check);
    return isAtHome
      ? `The site was here before: ${here.name}.`
      : `The site is here now: ${here.name}.`;
  }
  if (answer === 'copy' && isAtHome)
    throw new Error(
      `This is no copy but the site itself, ${here.name}: nothing was changed. ` +
        'For a copy, set the DATA_DIR or DATABASE_URL that it is started with.',
    );
  await dropCopiedData();
  await recordLocation(url, answer === 'copy' ? { here } : check);
  const bucket = S3_BUCKET
    ? ` Give it a bucket of its own: what is deleted here is deleted from ${S3_BUCKET}.`
    : '';
  return `${dropped} The location is ${here.name}.${answer === 'copy' ? bucket : ''}`;
}

try {
  if (['moved', 'copy', 'restored'].includes(answer)) console.log(await decide());
  else {
    const { here, recorded, isElsewhere } = await checkLocation(url);
    console.log(`The data was last used at: ${recorded?.name ?? 'no location yet'}`);
    console.log(
      `This is ${isElsewhere ? 'another location' : 'the location'}: ${here.name}\n\n${usage}`,
    );
    process.exitCode = answer ? 2 : 0;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await closeDb();
}
