import { describe, expect, test } from 'vitest';
import {
  decodePage,
  plainLine,
  toLinkFacts,
  toVideoFacts,
} from '#domains/posts/links/link-facts.server.ts';

const url = new URL('https://tea.example/shop/black?x=1');
const facts = (html: string) => toLinkFacts(html, url);

describe('a page', () => {
  test('is described by Open Graph', () => {
    expect(
      facts(`<!doctype html><html><head><title>Plain</title><meta name="description" content="plain">
        <meta property="og:title" content="Black &amp; green"><meta property="og:description" content="All of it.">
        <meta property="og:site_name" content="Tea"><meta property="og:image" content="/pot.jpg"></head>`),
    ).toEqual({
      title: 'Black & green',
      description: 'All of it.',
      siteName: 'Tea',
      picture: 'https://tea.example/pot.jpg',
    });
  });
  test('or by the cards of others, or by plain HTML', () => {
    expect(
      facts(
        '<meta name="twitter:title" content="T"><meta name=twitter:image content="//cdn.example/a.png">',
      ),
    ).toMatchObject({ title: 'T', picture: 'https://cdn.example/a.png' });
    expect(facts('<TITLE>\n A  title\n</TITLE><META NAME="Description" CONTENT="d">')).toEqual({
      title: 'A title',
      description: 'd',
      siteName: '',
    });
    expect(facts('')).toEqual({ title: '', description: '', siteName: '' });
  });
  test('is read where it is not well made', () => {
    expect(
      facts(
        '<meta property="og:title" content=""><meta property="og:title" ' +
          'content="second"><p>body<meta property="og:description" content="late">',
      ).title,
    ).toBe('second');
    expect(facts('<title>real</title><svg><title>icon</title></svg>').title).toBe('real');
    expect(facts('<title>cut <meta property="og:ti').title).toContain('cut');
    expect(
      facts(`<base href="https://cdn.example/x/"><meta property="og:image" content="a.png">`)
        .picture,
    ).toBe('https://cdn.example/x/a.png');
    expect(facts(`${'<div>'.repeat(50_000)}<meta property="og:title" content="deep">`).title).toBe(
      'deep',
    );
  });
  test('is not described by scripts, comments and styles', () => {
    expect(
      facts(
        `<script>var a = '<meta property="og:title" ` +
          `content="script"><title>no</title>'</script><style><title>no</title></style><!-- ` +
          '<title>no</title> --><title>yes</title>',
      ).title,
    ).toBe('yes');
  });
  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'ftp://a.example/a.png',
    'http://',
    `https://a.example/${'x'.repeat(3_000)}`,
  ])('has no picture at %s', (address) => {
    expect(facts(`<meta property="og:image" content="${address}">`)).not.toHaveProperty('picture');
  });
});

describe('texts', () => {
  test('are plain: markup stays letters, controls and overrides of direction go', () => {
    expect(
      facts(
        '<meta property="og:title" content="&lt;b&gt;x&lt;/b&gt;&#0;&#7; &#x202e;evil&#x200b;">',
      ).title,
    ).toBe('<b>x</b>\ufffd evil');
    expect(plainLine('a\n\n b\t c\u00a0d', 50)).toBe('a b c d');
    expect(plainLine('👨‍👩‍👧', 50)).toBe('👨‍👩‍👧');
    for (const input of [undefined, null, 5, {}, []]) expect(plainLine(input, 50)).toBe('');
  });
  test('are cut', () => {
    const long = facts(
      `<meta property="og:title" content="${'x'.repeat(100_000)}"><meta name=description ` +
        `content="${'y'.repeat(1_000)}"><meta property=og:site_name ` +
        `content="${'z'.repeat(1_000)}">`,
    );
    expect([long.title.length, long.description.length, long.siteName.length]).toEqual([
      200, 500, 80,
    ]);
    expect(plainLine('🔥'.repeat(300), 200)).toBe(`${'🔥'.repeat(199)}…`);
  });
});

describe('bytes', () => {
  const latin = Buffer.from('<title>Café</title>', 'latin1');
  test('are decoded by the header', () =>
    expect(decodePage(latin, 'ISO-8859-1')).toBe('<title>Café</title>'));
  test('or by the page', () => {
    expect(
      decodePage(Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin]), undefined),
    ).toContain('Café');
    expect(
      decodePage(
        Buffer.concat([
          Buffer.from('<meta http-equiv=content-type content="text/html; charset=latin1">'),
          latin,
        ]),
        undefined,
      ),
    ).toContain('Café');
  });
  test('or by their first bytes', () =>
    expect(decodePage(Buffer.from('\ufeff<title>Café</title>', 'utf16le'), 'latin1')).toBe(
      '<title>Café</title>',
    ));
  test('else as UTF-8, also where the charset is none', () => {
    expect(decodePage(Buffer.from('Café'), undefined)).toBe('Café');
    expect(decodePage(Buffer.from('Café'), 'no-such')).toBe('Café');
  });
});

test('a video is described by its provider', () => {
  expect(
    toVideoFacts(
      '{"title":"Bread","author_name":"Bo","thumbnail_url":"https://i.example/a.jpg","html":"<iframe>"}',
      'YouTube',
    ),
  ).toEqual({
    title: 'Bread',
    description: 'Bo',
    siteName: 'YouTube',
    picture: 'https://i.example/a.jpg',
  });
  expect(toVideoFacts('{"title":5,"thumbnail_url":"javascript:x"}', 'Vimeo')).toEqual({
    title: '',
    description: '',
    siteName: 'Vimeo',
  });
  for (const input of ['', 'null', '5', '<html>'])
    expect(toVideoFacts(input, 'YouTube')).toBeNull();
});
