import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';

const source = new URL('../../layouts/early-presses.js', import.meta.url);

/** The script in the head of screens with islands, as it is written into them; its hash stands in the policy. */
export const earlyScript = minifySync('early-presses.js', readFileSync(source, 'utf8')).code.trim();

/** Gives `import script from 'virtual:early-script'`. */
export function earlyScriptModule() {
  const name = 'virtual:early-script';
  return {
    name: 'hearth:early-script',
    resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
    load: (id: string) =>
      id === `\0${name}` ? `export default ${JSON.stringify(earlyScript)};` : undefined,
  };
}
