import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entry = fileURLToPath(new URL('../../worker/worker.ts', import.meta.url));
const name = 'service-worker.js';

/**
 * One classic script without imports, since not every browser runs modules in service workers.
 * @param {string} id names the build: with a new one browsers install the worker again
 */
async function bundle(id) {
  const [result] = [
    await build({
      configFile: false,
      envDir: false,
      logLevel: 'warn',
      define: { __BUILD__: JSON.stringify(id) },
      build: {
        write: false,
        copyPublicDir: false,
        rolldownOptions: { input: entry, output: { format: 'iife' } },
      },
    }),
  ].flat();
  return result.output[0].code;
}

/** Bundles the service worker (src/worker) into the site root; must run before compression. */
export function serviceWorker() {
  return {
    name: 'hearth:service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        // Their names hold the hash of their content.
        const files = (await readdir(new URL('_astro/', dir))).sort().join();
        const id = createHash('sha256').update(files).digest('base64url').slice(0, 10);
        await writeFile(new URL(name, dir), await bundle(id));
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(`/${name}`, async (_req, res, next) => {
          try {
            const code = await bundle('development');
            res.setHeader('content-type', 'text/javascript');
            res.end(code);
          } catch (error) {
            next(error);
          }
        });
      },
    },
  };
}
