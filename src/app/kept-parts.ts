import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Components of React whose HTML is kept: screens have the same ones again and again. Their
 * properties alone decide it, neither time nor a store that the server fills.
 */
export const keptParts: ReadonlySet<string> = new Set([
  'Avatar',
  'Badge',
  'Button',
  'ChatDock',
  'DateFilter',
  'Icon',
  'InboxMenu',
  'MemberField',
  'NotificationsMenu',
  'NotificationsTab',
  'RequestsMenu',
  'SuggestionsRail',
  'Tabs',
]);

type Part = ComponentType<Record<string, unknown>>;

const maxKept = 5_000;
const maxLength = 4_000;
const kept = new Map<Part, Map<string, string>>();
let count = 0;

/** Whether JSON says everything about the value: no functions, no hidden properties. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean', 'undefined'].includes(typeof value) || value === null;
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Reflect.ownKeys(value).length === Object.keys(value).length &&
    Object.values(value).every(isPlain)
  );
}

/**
 * The HTML of a component; that of `keptParts` is drawn once for the same properties.
 * @param prefix begins the ids that the component makes; HTML with such ids is drawn each time
 */
export function drawKept(
  name: string | undefined,
  part: Part,
  properties: Record<string, unknown>,
  prefix: string | undefined,
  draw: () => string,
): string {
  if (!name || !keptParts.has(name) || !isPlain(properties)) return draw();
  let drawn = kept.get(part);
  if (!drawn) kept.set(part, (drawn = new Map()));
  const key = JSON.stringify(properties);
  let html = drawn.get(key);
  if (html !== undefined) return html;
  html = draw();
  if (html.length > maxLength || (prefix && html.includes(`_${prefix}`))) return html;
  if (count >= maxKept) {
    kept.clear();
    count = 0;
    kept.set(part, (drawn = new Map()));
  }
  count += 1;
  drawn.set(key, html);
  return html;
}

/** React asks the browser to load eager pictures before the rest; our pages say so themselves. */
const preloads = /<link\s[^>]*rel="preload"[^>]*>/g;

function render(part: Part, properties: Record<string, unknown>, prefix: string): string {
  const html = renderToString(createElement(part, properties), { identifierPrefix: prefix });
  return html.includes('<link') ? html.replace(preloads, '') : html;
}

/** Properties that mean something to Astro, or give the component content. */
const needsAstro = /^(?:client:|server:|data-astro-|children$|class$)/;

/**
 * The HTML of a component without slots that does not wake up in the browser, at once: Astro would
 * go through eight promises, and buffer the rest of the screen. Undefined for all others.
 * @param takePrefix numbers the component, for its ids
 */
export function drawPlain(
  name: string,
  part: unknown,
  properties: Record<string, unknown>,
  slots: object,
  takePrefix: () => string,
): string | undefined {
  if (typeof part !== 'function' && !(part as { $$typeof?: symbol } | null)?.$$typeof)
    return undefined;
  for (const slot in slots) if (slot) return undefined;
  for (const property in properties) if (needsAstro.test(property)) return undefined;
  const prefix = takePrefix();
  return drawKept(name, part as Part, properties, prefix, () =>
    render(part as Part, properties, prefix),
  );
}
