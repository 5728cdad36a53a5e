import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as lucide from 'lucide';

/**
 * The icons in use, as one file that is loaded once: a screen of a member has a hundred, and each
 * would else be in the page, in its scripts, or both. For visitors, who often see one page only,
 * the shapes are put into the page (src/app/icons-in-page.ts).
 */

const source = fileURLToPath(new URL('../..', import.meta.url));
const imports = /import\s*\{([^}]*)\}\s*from\s*'lucide'/g;

/** Names that the source imports from lucide. */
function namesInUse() {
  const names = new Set();
  for (const file of globSync('**/*.{ts,tsx,astro}', { cwd: source })) {
    for (const [, list] of readFileSync(source + file, 'utf8').matchAll(imports))
      for (const one of list.split(',')) {
        const name = one.trim().split(/\s+as\s+/)[0];
        if (name && !name.startsWith('type ')) names.add(name);
      }
  }
  return [...names].sort();
}

/** @param {Record<string, string | number>} attributes */
const attributesOf = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

const names = namesInUse();
/** @type {Record<string, string>} */
const shapes = Object.fromEntries(
  names.map((name) => [
    name,
    lucide[name].map(([tag, attributes]) => `<${tag}${attributesOf(attributes)}/>`).join(''),
  ]),
);
const symbols = names.map((name) => `<symbol id="${name}">${shapes[name]}</symbol>`).join('');
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>`;
const hash = createHash('sha256').update(sprite).digest('base64url').slice(0, 7);
const fileName = `_astro/icons.${hash}.svg`;

const modules = {
  // In place of the shapes, the address of each icon in the file.
  lucide: names.map((name) => `export const ${name} = '/${fileName}#${name}';`).join('\n'),
  'virtual:icon-shapes': `
    export const file = ${JSON.stringify(`/${fileName}`)};
    export const shapes = ${JSON.stringify(shapes)};`,
};

const prefix = '\0icons:';

export const iconSprite = () => ({
  name: 'hearth:icon-sprite',
  apply: 'build',
  enforce: 'pre',
  /** @param {string} id */
  resolveId: (id) => (Object.hasOwn(modules, id) ? prefix + id : undefined),
  /** @param {string} id */
  load: (id) => (id.startsWith(prefix) ? modules[id.slice(prefix.length)] : undefined),
  generateBundle() {
    if (this.environment.name === 'client')
      this.emitFile({ type: 'asset', fileName, source: sprite });
  },
});
