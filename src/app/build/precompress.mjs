import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

const worthIt = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.ico']);

/**
 * Writes .br, .zst and .gz beside every built text file, so that no request pays for compression.
 */
export function precompress() {
  return {
    name: 'hearth:precompress',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const items = await readdir(fileURLToPath(dir), { recursive: true, withFileTypes: true });
        for (const item of items) {
          if (!item.isFile() || !worthIt.has(extname(item.name))) continue;
          const file = join(item.parentPath, item.name);
          const bytes = await readFile(file);
          if (bytes.length < 128) continue;
          const forms = {
            '.br': brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            '.zst': zstdCompressSync(bytes, {
              params: { [constants.ZSTD_c_compressionLevel]: 19 },
            }),
            '.gz': gzipSync(bytes, { level: 9 }),
          };
          for (const [suffix, small] of Object.entries(forms))
            if (small.length < bytes.length * 0.95) await writeFile(file + suffix, small);
        }
      },
    },
  };
}
