import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataDir, findOpenFolders } from '#server/private-files.ts';

let dataDir: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  dataDir = mkdtempSync(join(tmpdir(), 'hearth-open-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => {
  process.umask(umask);
  rmSync(dataDir, { recursive: true });
});

const mode = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8);

function addPhoto(hash: string) {
  const folder = join('media', hash.slice(0, 2), hash);
  mkdirSync(join(dataDir, folder), { recursive: true });
  writeFileSync(join(dataDir, folder, '320.webp'), 'small');
  return folder;
}

test('everything that an earlier version left open is closed to other accounts', async () => {
  const photos = ['abc', 'abd', 'cde'].map(addPhoto);
  for (const name of ['uploads', 'mail']) mkdirSync(join(dataDir, name));
  await closeDataDir(dataDir);
  for (const photo of photos)
    expect([mode(photo), mode(photo, '320.webp')]).toEqual(['700', '600']);
  const folders = ['', 'media', 'media/ab', 'media/cd', 'uploads', 'mail'];
  expect(folders.map((folder) => mode(folder))).toEqual(folders.map(() => '700'));
});

test('the folders are closed before the first file is looked at', async () => {
  addPhoto('abc');
  const closing = closeDataDir(dataDir);
  expect([mode(), mode('media'), mode('media/ab')]).toEqual(['700', '700', '755']);
  await closing;
});

test('a closed folder is not searched again', async () => {
  const photo = addPhoto('abc');
  await closeDataDir(dataDir);
  chmodSync(join(dataDir, photo, '320.webp'), 0o640);
  await closeDataDir(dataDir);
  expect(mode(photo, '320.webp')).toBe('640');
});

test('a folder that was copied back open is closed at the next start', async () => {
  const photo = addPhoto('abc');
  await closeDataDir(dataDir);
  const copied = addPhoto('cde');
  chmodSync(join(dataDir, copied), 0o755);
  chmodSync(join(dataDir, 'media/cd'), 0o755);
  chmodSync(join(dataDir, copied, '320.webp'), 0o644);
  await closeDataDir(dataDir);
  expect([mode(photo, '320.webp'), mode(copied, '320.webp')]).toEqual(['600', '600']);
});

test('a file created from then on is closed', async () => {
  await closeDataDir(dataDir);
  const photo = addPhoto('abc');
  expect([mode('media'), mode(photo), mode(photo, '320.webp')]).toEqual(['700', '700', '600']);
});

test('files that disappear meanwhile do no harm', async () => {
  for (let n = 10; n < 40; n += 1) addPhoto(`${n}a`);
  const closing = closeDataDir(dataDir);
  for (const name of readdirSync(join(dataDir, 'media')))
    rmSync(join(dataDir, 'media', name), { recursive: true });
  await expect(closing).resolves.toBeUndefined();
});

test('a folder that does not exist yet is no fault', async () => {
  await closeDataDir(join(dataDir, 'later'));
  expect(findOpenFolders(join(dataDir, 'later'))).toEqual([]);
});

test('links out of the folder are not followed', async () => {
  mkdirSync(join(dataDir, 'elsewhere'));
  addPhoto('abc');
  symlinkSync(join(dataDir, 'elsewhere'), join(dataDir, 'media/ab/elsewhere'));
  await closeDataDir(dataDir);
  expect(mode('elsewhere')).toBe('755');
});

test('open folders are found, and one through which others only pass is none', () => {
  addPhoto('abc');
  mkdirSync(join(dataDir, 'uploads'), { mode: 0o700 });
  expect(findOpenFolders(dataDir)).toEqual([dataDir, join(dataDir, 'media')]);
  chmodSync(dataDir, 0o711);
  chmodSync(join(dataDir, 'media'), 0o700);
  expect(findOpenFolders(dataDir)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  'as root, the account of the database in it may still pass through',
  async () => {
    mkdirSync(join(dataDir, 'postgres'));
    await closeDataDir(dataDir);
    expect(mode()).toBe('711');
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'a path of another account is named, and everything else is closed',
  async () => {
    const [mine, foreign] = [addPhoto('abc'), addPhoto('cde')];
    const nobody = 65_534;
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      if (!name.startsWith('media/cd')) chownSync(join(dataDir, name), nobody, nobody);
    chownSync(dataDir, nobody, nobody);
    process.seteuid!(nobody);
    try {
      await expect(closeDataDir(dataDir)).rejects.toThrow(
        `3 paths belong to another account, the first is ${join(dataDir, foreign, '320.webp')}`,
      );
    } finally {
      process.seteuid!(0);
    }
    expect([mode(), mode('media'), mode(mine), mode(mine, '320.webp')]).toEqual([
      '700',
      '700',
      '700',
      '600',
    ]);
    expect(mode(foreign)).toBe('755');
  },
);
