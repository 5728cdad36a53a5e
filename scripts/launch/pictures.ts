import { ensureBuild } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { CliError, log } from './cli-error.ts';
import { createDatabase } from './create-database.ts';
import type { CommandContext } from './lifecycle.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

/**
 * `npm run pictures`: a sheet of every screen of the tests' community, as each kind of viewer, in both
 * sizes and themes. `npm run pictures -- profile outsider`: those with one of these words in their
 * path, or as that viewer.
 */
export async function pictures(words: string[], context: CommandContext): Promise<number> {
  await ensureBuild({ signal: context.signal });
  await ensureChromium(context.signal);
  const { launchBrowser } = await import('../../tests/support/browser.ts');
  const { listScreens } = await import('../../tests/support/screens.ts');
  const { startServer } = await import('../../tests/support/server.ts');
  const { takePictures } = await import('../pictures/take-pictures.ts');
  const { writeSheet } = await import('../pictures/sheet.ts');

  const postgres = await startThrowawayPostgres();
  context.onExit(() => postgres.stop());
  await createDatabase(postgres.url);
  const server = await startServer({ DATABASE_URL: postgres.url });
  context.onExit(() => server.stop());
  const screens = (await listScreens(server)).filter(
    ({ path, viewer }) =>
      words.length === 0 || words.some((word) => path.includes(word) || viewer === word),
  );
  if (screens.length === 0)
    throw new CliError(`No path or viewer has ${words.join(' or ')} in it.`);
  const browser = await launchBrowser();
  context.onExit(() => browser.close());
  const taken = await takePictures({ browser, origin: server.origin, screens, ...context });
  context.signal.throwIfAborted();
  for (const { viewer, path, faults } of taken)
    for (const fault of faults) log(`${viewer} ${path}: ${fault}`);
  log(`${taken.length} screens: ${writeSheet(taken)}`);
  return 0;
}
