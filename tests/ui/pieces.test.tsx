import { readdirSync, readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { MediaGrid } from '#ui/MediaGrid.tsx';
import { Menu } from '#ui/Menu.tsx';
import { pagesShown, Pagination } from '#ui/Pagination.tsx';
import type { StoredPicture } from '#ui/Picture.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Truncate } from '#ui/Truncate.tsx';
import { VirtualList } from '#ui/VirtualList.tsx';
import { WindowVirtualList } from '#ui/WindowVirtualList.tsx';

const html = (element: ReactElement) => renderToStaticMarkup(element);
const textOf = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');
const picture = (id: number): StoredPicture => ({
  id,
  width: 1600,
  height: 1200,
  widths: [320, 640],
  placeholder: 'data:image/webp;base64,AA',
  alt: `Photo ${id}`,
});
const numbers = Array.from({ length: 40 }, (_, index) => index);

test.each(
  Object.entries({
    avatar: <Avatar name="Ada Quill" src="/a.webp" ring="fresh" />,
    dialog: <Dialog title="Edit">text</Dialog>,
    grid: <MediaGrid pictures={[picture(1), picture(2)]} hrefOf={() => '/posts/1'} />,
    menu: <Menu id="m" label="More" icon="…" entries={[{ label: 'Edit', onSelect: () => {} }]} />,
    list: <VirtualList label="n" items={numbers} keyOf={(n) => n} row={(n) => n} estimate={75} />,
    windowList: (
      <WindowVirtualList
        label="n"
        items={numbers}
        keyOf={(n) => n}
        row={(n) => <article>{n}</article>}
      />
    ),
    truncate: <Truncate text={'a'.repeat(600)} />,
    field: <Field label="About" name="about" multiline maxLength={10} used={3} />,
  }),
)(
  '%s: the server writes no style attribute, which the security policy would refuse',
  (_, element) => {
    expect(html(element)).not.toMatch(/\sstyle=/);
  },
);

test('every stylesheet declares the layers first, as any may be loaded first', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets)
    expect(readFileSync(`src/${sheet}`, 'utf8').split('\n')[0], sheet).toBe(
      '@layer reset, base, ui, domain, frame;',
    );
});

describe('avatars', () => {
  test('show initials below the picture, in case it does not load', () => {
    const markup = html(<Avatar name="Ada Quill" src="/a.webp" />);
    expect(markup).toContain('data-initials="AQ" aria-hidden="true"></span>');
    // As text it would become part of the link's visible name.
    expect(textOf(markup)).toBe('');
    expect(markup).toMatch(/<img src="\/a.webp" alt="" width="40" height="40" data-initials="AQ"/);
  });
  test('have a name only without one beside them', () => {
    expect(html(<Avatar name="Ada" />)).not.toContain('aria-label');
    expect(html(<Avatar name="Ada" label="Ada" />)).toContain('role="img" aria-label="Ada"');
  });
  test('show the initials without a photo', () => {
    expect(html(<Avatar name="Ada" src="https://hearth.example/no-photo.png" />)).not.toContain(
      '<img',
    );
  });
  test('load the size that they are shown in', () => {
    const name = `/media/public/${'a1'.repeat(16)}`;
    const markup = (size: 24 | 40 | 96) =>
      html(<Avatar name="Ada" src={`https://hearth.example${name}.webp`} size={size} />);
    expect(markup(24)).toContain(`src="https://hearth.example${name}-48.webp"`);
    expect(markup(24)).not.toContain('srcSet');
    expect(markup(40)).toMatch(/a1-48\.webp" srcSet="[^"]*a1-96\.webp 2x"/);
    expect(markup(96)).toMatch(/a1-96\.webp" srcSet="[^"]*a1-192\.webp 2x"/);
    // A foreign URL, or a photo being chosen.
    expect(html(<Avatar name="Ada" src="blob:1" />)).toContain('src="blob:1"');
  });
  test('always have the same colour', () => {
    expect(html(<Avatar name="Ada" />)).toBe(html(<Avatar name="Ada" />));
  });
});

test.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [5_000, '99+'],
])('a badge for %d reads %j', (count, text) => {
  expect(textOf(html(<Badge count={count} />))).toBe(text);
});

describe('buttons', () => {
  test('do not submit unless asked to', () => {
    expect(html(<Button>Go</Button>)).toContain('type="button"');
    expect(html(<Button type="submit">Go</Button>)).toContain('type="submit"');
  });
  test('with href are links', () => {
    expect(html(<Button href="/home">Home</Button>)).toMatch(/^<a href="\/home"/);
  });
  test('that are busy keep their text, and so their width', () => {
    const markup = html(<Button busy>Save</Button>);
    expect(markup).toContain('aria-busy="true"');
    expect(textOf(markup)).toBe('Save');
  });
});

test('a field connects label, hint and error to its control', () => {
  const markup = html(<Field label="E-mail" name="email" hint="Yours" error="Not an address" />);
  expect(markup).toContain('<label for="field-email">');
  expect(markup).toContain(
    'aria-invalid="true" aria-describedby="field-email-hint field-email-error"',
  );
  expect(markup).toContain('id="field-email-error" role="alert"');
});

describe('text of members', () => {
  test('is never rendered as markup', () => {
    expect(
      html(<LinkedText text={'<img src=x onerror=alert(1)> https://a.example/"onmouseover="x'} />),
    ).toBe(
      '&lt;img src=x onerror=alert(1)&gt; <a href="https://a.example/" rel="nofollow ugc ' +
        'noopener" target="_blank">https://a.example/</a>&quot;onmouseover=&quot;x',
    );
  });
  test('shortens a long URL and links to the full one', () => {
    const address = `https://a.example/${'x'.repeat(100)}`;
    expect(html(<LinkedText text={address} />)).toBe(
      `<a href="${address}" rel="nofollow ugc noopener" target="_blank" title="${address}">${address.slice(0, 64)}…</a>`,
    );
  });
  test('links hashtags to their posts and tagged names to their profiles', () => {
    expect(
      html(<LinkedText text="#Teé with @Bo" people={[{ name: 'Bo', href: '/profile/2' }]} />),
    ).toBe('<a href="/home?hashtag=Te%C3%A9">#Teé</a> with <a href="/profile/2">@Bo</a>');
    expect(html(<LinkedText text="with @Bo" />)).toBe('with @Bo');
  });
  test('up to 250 characters has no switch', () => {
    expect(html(<Truncate text={'a'.repeat(250)} />)).toBe('a'.repeat(250));
  });
  test('above that is complete in the page, behind Show more', () => {
    const text = textOf(html(<Truncate text={`${'a'.repeat(250)}${'b'.repeat(50)}`} />));
    expect(text).toBe(`${'a'.repeat(250)}... ${'b'.repeat(50)} Show moreShow less`);
  });
});

describe('pictures', () => {
  test.each([
    [1, 1],
    [2, 2],
    [5, 5],
    [9, 5],
  ])('%d photos: %d are drawn', (given, drawn) => {
    const markup = html(
      <MediaGrid
        pictures={numbers.slice(1, given + 1).map(picture)}
        hrefOf={({ id }) => `/p/${id}`}
      />,
    );
    expect(markup.match(/<picture>/g)).toHaveLength(drawn);
    expect(textOf(markup)).toBe(given > 5 ? `+${given - 5}, and ${given - 5} more` : '');
  });
  test('have dimensions, alt text, both formats, and load lazily unless they are first', () => {
    const markup = html(
      <MediaGrid pictures={[picture(1), picture(2)]} hrefOf={() => '/p'} isFirst />,
    );
    expect(markup).toContain(
      'type="image/avif" srcSet="/media/1/320.avif 320w, /media/1/640.avif 640w"',
    );
    expect(markup).toContain(
      'width="1600" height="1200" alt="Photo 1" loading="eager" fetchPriority="high"',
    );
    expect(markup).toContain('alt="Photo 2" loading="lazy"');
  });
});

describe('pages', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [5, 9, '1 … 4 5 6 … 9'],
    [3, 9, '1 2 3 4 … 9'],
    [9, 9, '1 … 8 9'],
  ])('at %d of %d show %s', (page, pageCount, shown) => {
    expect(
      pagesShown(page, pageCount)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(shown);
  });
  test('are links, the first without a number', () => {
    const markup = html(<Pagination page={2} pageCount={3} path="/requests?limit=20" />);
    expect([...markup.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual([
      '/requests?limit=20',
      '/requests?limit=20',
      '/requests?limit=20&amp;page=2',
      '/requests?limit=20&amp;page=3',
      '/requests?limit=20&amp;page=3',
    ]);
    expect(html(<Pagination page={1} pageCount={1} path="/x" />)).toBe('');
  });
});

test('tabs are links, and the current one is marked', () => {
  expect(
    html(<Tabs label="Profile" tabs={[{ label: 'Posts', href: '/p', current: true }]} />),
  ).toContain('<a href="/p" aria-current="page">');
});

test('a menu opens without script: its button names the list', () => {
  const markup = html(
    <Menu id="menu-7" label="More" icon="…" entries={[{ label: 'Profile', href: '/profile/7' }]} />,
  );
  expect(markup).toContain('popoverTarget="menu-7"');
  expect(markup).toMatch(/<div id="menu-7" popover="auto"/);
});

test('times are rendered by the server', () => {
  expect(html(<RelativeTime at="2024-06-01 08:00:00" now="2024-06-01 08:05:00" />)).toContain(
    '>5 minutes ago</time>',
  );
});

test('a time of a cached page is a date', () => {
  expect(html(<RelativeTime at="2024-06-01 08:00:00" />)).toContain('>Jun 1, 2024</time>');
});

test('the server renders every given row', () => {
  const markup = html(
    <WindowVirtualList
      label="Feed"
      items={numbers.slice(0, 20)}
      keyOf={(n) => n}
      row={(n) => <article>post {n}</article>}
    />,
  );
  expect(markup.match(/<article>/g)).toHaveLength(20);
});
