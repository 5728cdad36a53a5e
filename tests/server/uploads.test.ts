import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '#server/env.ts';
import { receive, type FileRules } from '#server/uploads/uploads.ts';
import { filesBelow, fixture } from '../support/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-uploads-'));
const rules: FileRules = { fields: /^photo$/, takes: 'pictures', max: 1 };
beforeAll(() => {
  env().DATA_DIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Sends a photo, or only so many bytes of the form, and returns how receiving it failed. */
async function failureOf(
  admit: () => Promise<void>,
  { file = fixture('square.jpg'), bytes }: { file?: File; bytes?: number } = {},
): Promise<unknown> {
  let settle: (outcome: unknown) => void;
  const outcome = new Promise((resolve) => (settle = resolve));
  const server = createServer((req, res) => {
    void receive(req, rules, admit, { files: 0, bytes: 0 })
      .then((upload) => upload.dispose(), settle)
      .finally(() => res.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const form = new FormData();
  form.append('photo', file);
  const request = new Request(`http://127.0.0.1:${port}`, { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer()).subarray(0, bytes);
  const headers = { 'content-type': request.headers.get('content-type')! };
  await fetch(request.url, { method: 'POST', headers, body });
  server.close();
  return outcome;
}

const admitted = () => Promise.resolve();

test.each([
  ['the database is away', Object.assign(new Error('ended'), { code: 'CONNECTION_CLOSED' })],
  ['a query fails', new Error('Failed query', { cause: new Error('ended') })],
])('an upload fails for its reason and not as unreadable where %s', async (_, fault) => {
  expect(await failureOf(() => Promise.reject(fault))).toBe(fault);
  expect(filesBelow(folder)).toEqual([]);
});

test('a form that ends within its file is unreadable', async () => {
  expect(await failureOf(admitted, { bytes: 1_000 })).toMatchObject({
    code: 'validation_fail',
    message: 'The request could not be read.',
  });
  expect(filesBelow(folder)).toEqual([]);
});

test('a file that is no picture is named', async () => {
  const file = new File(['words '.repeat(200)], 'words.jpg');
  expect(await failureOf(admitted, { file })).toMatchObject({
    code: 'invalid_file',
    extra: { field: 'photo' },
  });
  expect(filesBelow(folder)).toEqual([]);
});
