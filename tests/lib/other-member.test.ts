import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inlineScripts } from '#app/build/inline-scripts.ts';

/** Whether a page of member 7 gives itself up when it starts. */
function leaves(protocol: string, cookie: string): boolean {
  const left: string[] = [];
  const documentElement = { dataset: { member: '7' }, hidden: false };
  runInNewContext(inlineScripts['virtual:other-member']!, {
    document: { documentElement, cookie, addEventListener: () => undefined },
    history: { state: null, replaceState: () => undefined },
    location: { protocol, pathname: '/home', search: '', replace: (to: string) => left.push(to) },
    addEventListener: () => undefined,
    stop: () => undefined,
  });
  expect(left).toEqual(documentElement.hidden ? ['/home'] : []);
  return documentElement.hidden;
}

test.each([
  ['https:', '__Host-hearth_member=7', false],
  ['https:', 'theme=dark; __Host-hearth_member=8', true],
  ['https:', '__Host-hearth_member=71', true],
  // A neighbouring host has set it, and the server cannot correct it.
  ['https:', 'hearth_member=8; __Host-hearth_member=7', false],
  ['https:', 'hearth_member=8', false],
  ['http:', 'hearth_member=7', false],
  ['http:', 'xhearth_member=7; hearth_member=8', true],
  ['http:', '', false],
])(
  'by %s with the cookies "%s" the page of another member leaves: %s',
  (protocol, cookie, isLeft) => {
    expect(leaves(protocol, cookie)).toBe(isLeft);
  },
);
