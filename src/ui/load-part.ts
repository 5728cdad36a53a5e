// Loads parts that are fetched when first needed: the build puts it around every `import()` of the
// browser's scripts (app/build/part-loader.mjs).

/** By address; without those that failed, which are tried again. */
const loading = new Map<string, Promise<void>>();
const failedStyles = new Set<string>();

/**
 * Brings the whole file into the browser's cache before it is imported: Chrome 150 and older remember
 * until the page is left that the import of a script failed, and refuse to try again.
 */
async function fetchScript(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  await response.arrayBuffer();
}

const findLink = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].find(
    (link) => link.getAttribute('href') === address,
  );

async function loadStyles(address: string): Promise<void> {
  const linked = findLink(address);
  // The sheet of a link that failed is missing, also of one that the page came with.
  if (linked?.sheet && !failedStyles.has(address)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${address} did not load.`)));
    // A link does not load twice. At the same position, because the order of styles counts.
    if (linked) linked.replaceWith(link);
    else document.head.append(link);
    failedStyles.add(address);
  });
  failedStyles.delete(address);
}

function loadFile(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const load = address.endsWith('.css') ? loadStyles(address) : fetchScript(address);
  loading.set(address, load);
  load.catch(() => loading.delete(address));
  return load;
}

/**
 * Imports a part once all its files are there. Rejects if one of them fails; the next call tries
 * again.
 * @param files the part, what it imports, and their styles, as paths below the site's root
 */
export async function loadPart<Part>(
  importPart: () => Promise<Part>,
  files: string[] = [],
): Promise<Part> {
  await Promise.all(files.map((file) => loadFile(`/${file}`)));
  return importPart();
}
