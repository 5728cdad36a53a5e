import type { IconNode } from 'lucide';

const cache = new WeakMap<IconNode, string>();

/**
 * The content of an icon's `svg`. A build has the icons in a file and gives their addresses
 * (src/app/build/icon-sprite.mjs); elsewhere they are shapes, whose markup is cached.
 */
export function iconMarkup(icon: IconNode): string {
  if (typeof icon === 'string') return `<use href="${icon as string}"/>`;
  let markup = cache.get(icon);
  if (markup === undefined)
    cache.set(
      icon,
      (markup = icon
        .map(([tag, attributes]) => `<${tag}${attributesMarkup(attributes)}/>`)
        .join('')),
    );
  return markup;
}

const attributesMarkup = (attributes: Record<string, string | number | undefined>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
