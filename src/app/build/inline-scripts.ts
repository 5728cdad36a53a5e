import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';

const minified = (file: string): string => {
  const source = new URL(`../../layouts/${file}`, import.meta.url);
  return minifySync(file, readFileSync(source, 'utf8')).code.trim();
};

/** Inline scripts of pages by virtual module; the content security policy contains their hashes. */
export const inlineScripts: Record<string, string> = {
  'virtual:other-member': minified('other-member.js'),
  'virtual:early-script': minified('early-presses.js'),
  'virtual:visitor-share': minified('visitor-share.js'),
};

/** Gives `import script from 'virtual:early-script'`. */
export function inlineScriptModules() {
  return {
    name: 'hearth:inline-scripts',
    resolveId: (id: string) => (Object.hasOwn(inlineScripts, id) ? `\0${id}` : undefined),
    load: (id: string) => {
      const script = inlineScripts[id.slice(1)];
      return id.startsWith('\0virtual:') && script !== undefined
        ? `export default ${JSON.stringify(script)};`
        : undefined;
    },
  };
}
