import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import islandElement from 'astro/runtime/server/astro-island.prebuilt.js';
import { minifySync } from 'vite';

/**
 * Starts islands in the browser, as one file that is loaded once: Astro would write 5 KB of it into
 * each page. Directives come first, and each announces itself, as Astro's own scripts do.
 */
async function readRuntime() {
  const own = readFileSync(new URL('interaction-directive.mjs', import.meta.url), 'utf8').replace(
    'export default',
    '(self.Astro ||= {}).interaction =',
  );
  const announced = `(() => { ${own} dispatchEvent(new Event('astro:interaction')); })();`;
  const names = ['idle', 'load', 'media', 'visible'];
  const builtIn = await Promise.all(
    names.map((name) => import(`astro/runtime/client/${name}.prebuilt.js`)),
  );
  return [
    ...builtIn.map(({ default: script }) => script),
    minifySync('interaction.js', announced).code,
    islandElement,
  ].join('\n');
}

const runtime = await readRuntime();
const hash = createHash('sha256').update(runtime).digest('base64url').slice(0, 8);

export const islandRuntimePath = `/_astro/islands.${hash}.js`;

export const islandRuntime = () => ({
  name: 'hearth:island-runtime',
  hooks: {
    'astro:build:done': ({ dir }) =>
      writeFile(fileURLToPath(new URL(`.${islandRuntimePath}`, dir)), runtime),
  },
});
