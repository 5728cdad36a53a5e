import { createElement, type ComponentType } from 'react';
import { drawHtml, keepHtml } from '#server/drawn-html.ts';

/**
 * Components of React whose HTML is kept: screens have the same ones again and again. Their
 * properties alone decide it, neither time nor a store that the server fills (decision 067).
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

const maxLength = 4_000;
const keep = keepHtml(4 * 1024 * 1024);
const numbers = new Map<Part, number>();

/** Whether JSON says everything about the value: no functions, no hidden properties. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint';
  if (Array.isArray(value)) return value.every(isPlain);
  const names = Object.keys(value);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Reflect.ownKeys(value).length === names.length &&
    names.every((name) => isPlain(value[name as keyof typeof value]))
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
  let number = numbers.get(part);
  if (number === undefined) numbers.set(part, (number = numbers.size));
  return keep(
    `${number} ${JSON.stringify(properties)}`,
    draw,
    (html) => html.length <= maxLength && !(prefix && html.includes(`_${prefix}`)),
  );
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
    drawHtml(createElement(part as Part, properties), prefix),
  );
}
