import { Bell, type IconNode } from 'lucide';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Icon } from '#ui/Icon.tsx';

test('an icon is one element with its shapes, hidden from screen readers', () => {
  const html = renderToStaticMarkup(<Icon of={Bell} className="large" />);
  expect(html).toMatch(
    /^<svg class="icon large" viewBox="0 0 24 24" aria-hidden="true"><path d="[^"]+"\/><path d="[^"]+"\/><\/svg>$/,
  );
});

test('with a label it is an image with that name', () => {
  expect(renderToStaticMarkup(<Icon of={Bell} label="Loud & clear" />)).toContain(
    'role="img" aria-label="Loud &amp; clear"',
  );
});

test('in a build it takes its shapes from the file of icons', () => {
  const built = '/_astro/icons.abc.svg#Bell' as unknown as IconNode;
  expect(renderToStaticMarkup(<Icon of={built} />)).toBe(
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="/_astro/icons.abc.svg#Bell"/></svg>',
  );
});
