import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { ByteRange, Storage } from './storage.ts';

async function sync(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const missing = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
};

/** A folder on this machine. */
export function localStorage(dataDir: string): Storage {
  const root = resolve(dataDir, 'media');

  function pathOf(name: string): string {
    const path = join(root, name);
    if (!path.startsWith(root + sep)) throw new Error('A name outside the storage');
    return path;
  }

  async function sizeOf(name: string) {
    const found = await stat(pathOf(name)).catch(missing);
    return found?.isFile() ? found.size : undefined;
  }

  return {
    async put(name, path) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true });
      // Copied to a temporary file first, so that nobody opens half a file and a crash leaves none
      // under the name.
      const draft = `${target}.${randomUUID()}.part`;
      try {
        await copyFile(path, draft);
        await sync(draft);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      if (process.platform !== 'win32') await sync(dirname(target));
    },

    async open(name, range?: ByteRange) {
      const size = await sizeOf(name);
      if (size === undefined) return undefined;
      const start = range?.start ?? 0;
      const end = Math.min(range?.end ?? size - 1, size - 1);
      if (range && (start >= size || end < start)) return 'unmet';
      return {
        stream: createReadStream(pathOf(name), { start, end: Math.max(0, end) }),
        size,
        start,
        end,
      };
    },

    sizeOf,

    async remove(name) {
      await rm(pathOf(name), { force: true });
    },

    async removeAll(prefix) {
      if (!prefix.endsWith('/') || prefix === '/') throw new Error('A prefix ends with a slash');
      await rm(pathOf(prefix), { recursive: true, force: true });
    },

    async check() {
      const probe = pathOf(`doctor-${process.pid}`);
      await mkdir(root, { recursive: true });
      try {
        await writeFile(probe, 'ok');
        await sync(probe);
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}
