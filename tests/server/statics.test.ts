import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityHeaders } from '#server/http/headers.ts';
import { loadStatics } from '#server/http/statics.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'statics-'));
  for (const name of ['start.js', 'start.css', 'icon.png', 'service-worker.js', 'away.html'])
    writeFileSync(join(folder, name), 'x');
});
afterAll(() => rmSync(folder, { recursive: true }));

function headersOf(path: string): Map<string, string> {
  const { headers } = loadStatics(folder, securityHeaders(true)).get(path)!;
  const pairs = new Map<string, string>();
  for (let at = 0; at < headers.length; at += 2) pairs.set(headers[at]!, headers[at + 1]!);
  return pairs;
}
const ofPages = ['content-security-policy', 'permissions-policy', 'referrer-policy'];

test.each(['/start.js', '/start.css', '/icon.png'])('%s has no headers of pages', (path) => {
  const headers = headersOf(path);
  expect(ofPages.filter((name) => headers.has(name))).toEqual([]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('other sites may show pictures, and load no scripts', () => {
  expect(headersOf('/icon.png').get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headersOf('/start.js').get('cross-origin-resource-policy')).toBe('same-origin');
});

test('the service worker connects to this site alone', () => {
  expect(headersOf('/service-worker.js').get('content-security-policy')).toContain(
    "connect-src 'self'",
  );
});

test('a built page has all headers of pages', () => {
  const headers = headersOf('/away.html');
  expect(ofPages.filter((name) => !headers.has(name))).toEqual([]);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
});
