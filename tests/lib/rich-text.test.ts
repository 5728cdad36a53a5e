import { DOMParser } from 'prosemirror-model';
import { expect, test } from 'vitest';
import {
  parseRichText,
  safeHref,
  toMarkup,
  toPlainText,
  toRichText,
  type RichText,
} from '../../src/lib/rich-text.ts';
import {
  fromDocument,
  richTextSchema,
  toDocument,
} from '../../src/ui/rich-text/rich-text-schema.ts';

const full: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', content: [{ type: 'text', text: 'Opening hours', marks: [] }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'From ', marks: [] },
        { type: 'text', text: 'seven', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'lineBreak' },
        {
          type: 'text',
          text: 'our site',
          marks: [{ type: 'link', href: 'https://oven.example/a?b=1' }],
        },
      ],
    },
    ...(['bulletList', 'orderedList'] as const).map((type) => ({
      type,
      content: ['Bread', 'Buns'].map((text) => ({
        type: 'listItem' as const,
        content: [
          { type: 'paragraph' as const, content: [{ type: 'text' as const, text, marks: [] }] },
        ],
      })),
    })),
  ],
};

test('a tree becomes the document of the editor and back, with nothing lost', () => {
  const document = toDocument(full);
  document.check();
  expect(fromDocument(document)).toEqual(full);
  expect(parseRichText(JSON.stringify(fromDocument(document)))).toEqual(full);
});

test('an empty text has a paragraph to write in', () => {
  const empty = toRichText('');
  expect(empty.content).toEqual([]);
  expect(fromDocument(toDocument(empty)).content).toEqual([{ type: 'paragraph', content: [] }]);
});

test('a plain text becomes paragraphs and stays the same text', () => {
  const text = 'One\nline\n\nTwo <b>not bold</b>';
  expect(toPlainText(toRichText(text))).toBe(text);
  expect(toMarkup(toRichText(text))).toContain('&lt;b&gt;not bold&lt;/b&gt;');
});

const paragraph = (content: unknown) => ({ type: 'paragraph', content });
const text = (marks: unknown, more = {}) =>
  paragraph([{ type: 'text', text: 'a', marks, ...more }]);
test.each([
  ['no JSON', '<p>a</p>'],
  ['another root', '{"type":"paragraph","content":[]}'],
  ['an image', { type: 'image', src: 'https://a.example/b.png' }],
  ['markup', { type: 'html', html: '<script>alert(1)</script>' }],
  ['a foreign field', { ...paragraph([]), style: 'color: red' }],
  ['a field of a text', text([], { onclick: 'a()' })],
  ['a foreign mark', text([{ type: 'code' }])],
  ['the same mark twice', text([{ type: 'bold' }, { type: 'bold' }])],
  ['a field of a mark', text([{ type: 'bold', class: 'x' }])],
  ['a link that runs', text([{ type: 'link', href: 'javascript:alert(1)' }])],
  ['a link with data', text([{ type: 'link', href: 'data:text/html,a' }])],
  ['a link to this site', text([{ type: 'link', href: '/logout' }])],
  ['a link without address', text([{ type: 'link' }])],
  ['an empty text', paragraph([{ type: 'text', text: '', marks: [] }])],
  ['a list in a list', { type: 'bulletList', content: [{ type: 'bulletList', content: [] }] }],
  ['a heading in an item', { type: 'bulletList', content: [{ type: 'heading', content: [] }] }],
  ['content that is no list', paragraph({ length: 1 })],
])('refuses %s', (_, block) => {
  const json =
    typeof block === 'string' ? block : JSON.stringify({ type: 'doc', content: [block] });
  expect(parseRichText(json)).toBeNull();
});

test('characters that the database cannot store are removed', () => {
  const json = JSON.stringify({
    type: 'doc',
    content: [paragraph([{ type: 'text', text: 'a\u0000b\ud800', marks: [] }])],
  });
  expect(toPlainText(parseRichText(json)!)).toBe('a b\ufffd');
});

test.each([
  ['https://a.example', 'https://a.example/'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['JavaScript:alert(1)', null],
  ['vbscript:a', null],
  ['//a.example', null],
  ['https://localhost@evil.test/', null],
])('the address of a link: %s', (typed, href) => expect(safeHref(typed)).toBe(href));
test('a link has at most 2,000 characters', () =>
  expect(safeHref(`https://a.example/${'a'.repeat(2_000)}`)).toBeNull());

test('pasted markup is reduced to what is allowed', () => {
  // Only the rules are tried here: the browser parses in the test of the island.
  const rules = DOMParser.fromSchema(richTextSchema) as unknown as {
    rules: Array<{ tag: string }>;
  };
  expect(rules.rules.map(({ tag }) => tag).sort()).toEqual([
    'a[href]',
    'b',
    'br',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'i',
    'li',
    'ol',
    'p',
    'strong',
    'ul',
  ]);
});
