import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';

/** Read from the open screen by the window. */
interface Findings {
  /** Scripts, styles and templates that are drawn. */
  drawn: string[];
  /** Texts that look like code. */
  code: string[];
  /** Elements that stick out of the window. */
  tooWide: string[];
  /** Style sheets that did not come. */
  failed: string[];
  sheets: string[];
  classes: string[];
}

/** Runs in the page. */
function look(): Findings {
  const describe = (element: Element) =>
    `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;
  const short = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 80);

  const drawn = [...document.querySelectorAll('script, style, template')]
    .filter((element) => getComputedStyle(element).display !== 'none')
    .map((element) => `${describe(element)} ${short(element.textContent)}`);

  const looksLikeCode = [
    /=>|\(\)|\(\(|\$\{|\{\s*"/,
    /\bfunction\b.*\{|[;{]\s*(?:const|let|var|return)\b/,
    /<\/?[a-z][\w-]*[\s>/]|&[a-z]+;/,
    /[\w-]+\s*:\s*[^;{}]+;\s*\}/,
    /\[object |\bundefined\b|\bNaN\b/,
  ];
  const code: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode;
    if (
      looksLikeCode.some((pattern) => pattern.test(nodeValue ?? '')) &&
      parentElement!.checkVisibility() &&
      !parentElement!.closest('code, pre')
    )
      code.push(short(nodeValue!));
  }

  const { scrollWidth, clientWidth } = document.documentElement;
  const tooWide =
    scrollWidth <= clientWidth
      ? []
      : [...document.body.querySelectorAll('*')]
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < 0 || right > clientWidth;
          })
          .slice(0, 3)
          .map(describe);

  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const shown = [...document.body.querySelectorAll('[class]')].filter((one) =>
    one.checkVisibility(),
  );
  return {
    drawn,
    code,
    tooWide: scrollWidth > clientWidth && tooWide.length === 0 ? ['the page'] : tooWide,
    failed: links.filter(({ sheet }) => !sheet).map(({ href }) => href),
    sheets: links.map(({ href }) => href),
    classes: [...new Set(shown.flatMap(({ classList }) => [...classList]))],
  };
}

const classesOf = (css: string): Set<string> =>
  new Set(
    [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/\.([a-z][\w-]+)/g)].map(([, name]) => name!),
  );

const source = fileURLToPath(new URL('../../src', import.meta.url));
let styled: Set<string> | undefined;
/** Classes that our styles draw. */
const styledClasses = () =>
  (styled ??= classesOf(
    globSync('**/*.css', { cwd: source })
      .map((file) => readFileSync(`${source}/${file}`, 'utf8'))
      .join('\n'),
  ));

const sheets = new Map<string, Promise<Set<string>>>();
function classesOfSheet(url: string): Promise<Set<string>> {
  const known =
    sheets.get(url) ?? fetch(url).then(async (answer) => classesOf(await answer.text()));
  sheets.set(url, known);
  return known;
}

/**
 * Faults of the open screen that anybody sees at once: code, missing styles, and what sticks out at
 * its side. Errors of the browser are in the window's `problems`.
 */
export async function screenFaults(page: Page): Promise<string[]> {
  const findings = await page.evaluate(look);
  const loaded = await Promise.all(findings.sheets.map(classesOfSheet));
  const bare = findings.classes.filter(
    (name) => styledClasses().has(name) && !loaded.some((classes) => classes.has(name)),
  );
  return [
    ...findings.drawn.map((text) => `drawn: ${text}`),
    ...findings.code.map((text) => `looks like code: ${text}`),
    ...findings.failed.map((url) => `style sheet did not come: ${url}`),
    ...bare.map((name) => `no styles for .${name}`),
    ...findings.tooWide.map((element) => `wider than the window: ${element}`),
  ];
}
