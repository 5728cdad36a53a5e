import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { partsOfHelp } from '#domains/moderation/help/help.rules.ts';
import { env } from '#server/env.ts';
import { send } from '../support/rest.ts';

test('visitors read both texts of a site whose host has written none', async () => {
  const [terms, privacy] = [await send('GET', '/help/terms'), await send('GET', '/help/privacy')];
  expect([terms.status, privacy.status]).toEqual([200, 200]);
  expect(terms.body.response).toContain(`${env().SITE_NAME} belongs to`);
  expect(privacy.body.response).toContain('# Who sees it');
});

function writeText(text: string) {
  const folder = join(env().DATA_DIR, 'texts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'terms.txt'), text);
}

test("the host's text applies at once, as plain text", async () => {
  writeText('# Ours\n\n<b>Be</b> kind.\u0007\n');
  expect((await send('GET', '/help/terms')).body.response).toBe('# Ours\n\n<b>Be</b> kind.');
  expect((await send('GET', '/help/privacy')).body.response).toContain('# Who sees it');
});

test("the host's text is cut if it is too long", async () => {
  writeText('x'.repeat(100_000));
  expect((await send('GET', '/help/terms')).body.response).toHaveLength(65_536);
});

test('an empty file of the host does not count', async () => {
  writeText(' \n');
  expect((await send('GET', '/help/terms')).body.response).toContain('belongs to');
});

test('a text is split into paragraphs and headings', () => {
  expect(partsOfHelp('# One\n\nTwo\nlines\n \n\n#three\n')).toEqual([
    { isHeading: true, text: 'One' },
    { isHeading: false, text: 'Two\nlines' },
    { isHeading: false, text: '#three' },
  ]);
});
