import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeMaster } from '#server/pictures/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-damaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const original = readFileSync(join(import.meta.dirname, '../fixtures/phone.heic'));

/** Deterministic random numbers. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Cut short, or with some bytes changed: in the boxes that describe the picture, or anywhere. */
function damaged(seed: number): Buffer {
  const next = random(seed);
  if (seed % 3 === 0) return original.subarray(0, next(original.length));
  const bytes = Buffer.from(original);
  const reach = seed % 3 === 1 ? 3_000 : bytes.length;
  for (let count = next(6); count >= 0; count -= 1) bytes[next(reach)] = next(256);
  return bytes;
}

// Libraries print warnings about such files to standard output, where the result is expected.
test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'a damaged HEIC file is decoded or refused, never a server error: %i',
  async (seed) => {
    const input = join(folder, `${seed}.heic`);
    writeFileSync(input, damaged(seed));
    const outcome = await makeMaster({ input, kind: 'heic', folder }).then(
      ({ width }) => (width > 0 ? 'read' : 'empty'),
      (error: { code?: string }) => error.code ?? 'thrown',
    );
    expect(['read', 'invalid_file']).toContain(outcome);
  },
);
