import type { IconNode } from 'lucide';

const drawn = new WeakMap<IconNode, string>();

/** The shapes of an icon as markup, written once for each: a screen has a hundred of them. */
export function iconMarkup(icon: IconNode): string {
  let markup = drawn.get(icon);
  if (markup === undefined)
    drawn.set(
      icon,
      (markup = icon.map(([tag, attributes]) => `<${tag}${written(attributes)}/>`).join('')),
    );
  return markup;
}

const written = (attributes: Record<string, string | number | undefined>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
