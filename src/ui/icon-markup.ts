import type { IconNode } from 'lucide';

const cache = new WeakMap<IconNode, string>();

/** The shapes of an icon as markup, cached: a screen has a hundred icons. */
export function iconMarkup(icon: IconNode): string {
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
