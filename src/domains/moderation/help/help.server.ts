import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanText } from '#lib/fields.ts';
import { env } from '#server/env.ts';
import { errorFields, log } from '#server/log.ts';
import { defaultTexts } from './default-texts.ts';
import type { HelpName } from './help.rules.ts';

/** In bytes: no text for people is longer. */
const longest = 64 * 1024;

/**
 * The host's text in `DATA_DIR/texts/terms.txt` or `privacy.txt`; read each time, so that a change
 * applies at once.
 */
async function ownText(name: HelpName): Promise<string> {
  const path = join(env().DATA_DIR, 'texts', `${name}.txt`);
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(longest), 0, longest, 0);
      return cleanText(buffer.toString('utf8', 0, bytesRead)).trim();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log('warn', 'help text', { name, ...errorFields(error) });
    return '';
  }
}

export const readHelpText = async (name: HelpName): Promise<string> =>
  (await ownText(name)) || defaultTexts(env().SITE_NAME)[name];
