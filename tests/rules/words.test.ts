import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  unsearchable,
  unsearchableInSql,
  unsearchableNames,
  wordsOf,
} from './unsearchable-words.ts';

/** Table names that contain such a word but are established terms. */
const searchableTables = new Set(['known_devices']);

const inSentences = new RegExp(`\\b(?:${[...unsearchable].join('|')})\\b`, 'i');
const fragment = /^(?:@\w+ \S+ )?(?:What|Of|Who|Whom|Whose|Where) /;

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const list = 'tests/rules/unsearchable-words.ts';
const self = 'tests/rules/words.test.ts';
const paths = execFileSync('git', ['ls-files', 'src', 'scripts', 'demo', 'tests'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && path !== self && path !== list);
const files = paths.filter((path) => /\.(?:ts|tsx|astro|mjs)$/.test(path));
const triggers = paths.filter((path) => path.endsWith('.triggers.sql'));
const commented = paths.filter((path) => /\.(?:ts|tsx|astro|mjs|css|triggers\.sql)$/.test(path));

/** The script of a module; of an Astro file, its frontmatter. */
function scriptOf(path: string): string {
  const text = read(path);
  return path.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text;
}

interface Script {
  path: string;
  /** Each once. */
  names: Set<string>;
  /** The texts of the `sql` templates. */
  statements: string[];
  /** Names of tests and groups of tests. */
  titles: string[];
}

/** The title in `test('…')`, `test.each([…])('…')`, `describe('…')`. */
function titleIn(node: ts.CallExpression): string | undefined {
  let called: ts.Expression = node.expression;
  while (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called))
    called = called.expression;
  const [title] = node.arguments;
  return ts.isIdentifier(called) &&
    /^(?:test|describe)$/.test(called.text) &&
    title &&
    ts.isStringLiteralLike(title)
    ? title.text
    : undefined;
}

function readScript(path: string, text = scriptOf(path)): Script {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const script: Script = { path, names: new Set(), statements: [], titles: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) script.names.add(node.text);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql')
      script.statements.push(node.template.getText(source));
    const title = ts.isCallExpression(node) ? titleIn(node) : undefined;
    if (title !== undefined) script.titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return script;
}

/** Sentences in strings, templates and markup, short of SQL. */
function textsIn(path: string, text = read(path)): string[] {
  if (!inSentences.test(text)) return [];
  const [, script = '', markup = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const code = path.endsWith('.astro') ? `${script}\n<>${markup}</>` : text;
  const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const source = ts.createSourceFile('x.tsx', code, ts.ScriptTarget.Latest, false, kind);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      texts.push(node.text.replace(/\s+/g, ' ').trim());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((sentence) => sentence.includes(' '));
}

const hasUnsearchable = (name: string) =>
  /^most[A-Z]/.test(name) || wordsOf(name).some((word) => unsearchableNames.has(word));

const namesToChange = ({ path, names }: Script): string[] =>
  [...names].filter(hasUnsearchable).map((name) => `${path}: ${name}`);

/** Names in SQL, without comments, string literals and interpolated parts. */
function namesInSql(statement: string): string[] {
  const text = statement
    .replace(/\$\{[\s\S]*?\}/g, ' ')
    .replace(/--.*$/gm, ' ')
    .replace(/'[^']*'/g, ' ');
  return [...new Set(text.match(/[a-z_][a-z0-9_]*/gi))].filter(
    (name) =>
      !searchableTables.has(name) && wordsOf(name).some((word) => unsearchableInSql.has(word)),
  );
}

/** Block comments, runs of line comments as one each, and comments behind code. */
function comments(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*+([\s\S]*?)\*\//g)].map(([, body]) => body!);
  const lines = [...text.matchAll(/(?:^[ \t]*(?:\/\/|--)[^\n]*\n)+/gm)].map(([body]) => body);
  const trailing = [...text.matchAll(/^[ \t]*[^\s/*-][^\n]*[;,{([)\]}] \/\/ ([^\n]*)$/gm)].map(
    ([, body]) => body!,
  );
  return [...blocks, ...lines, ...trailing].map((body) =>
    body
      .replace(/^\s*(?:\/\/|--|\*)?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const isRiddle = (comment: string): boolean =>
  comment.split(/(?<=[.!?]) +/).some((sentence) => fragment.test(sentence)) ||
  inSentences.test(comment);

const isRiddleTitle = (title: string): boolean =>
  /^(?:what|of|who|whom|whose|where) /i.test(title) ||
  title
    .split(/[^A-Za-z]+/)
    .some((word) => word !== 'whose' && unsearchableNames.has(word.toLowerCase()));

describe('words of the field', () => {
  const scripts = files.map((path) => readScript(path));
  const withPath = (path: string, found: string[]) =>
    found.map((one) => `${path}: ${one.slice(0, 100)}`);

  test('identifiers', () => {
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((count, { names }) => count + names.size, 0)).toBeGreaterThan(0);
    expect(scripts.flatMap(namesToChange)).toEqual([]);
  });

  test('names in SQL', () => {
    const statements = [
      ...scripts.flatMap(({ path, statements: all }) => all.map((text) => ({ path, text }))),
      ...triggers.map((path) => ({ path, text: read(path) })),
    ];
    expect(triggers.length).toBeGreaterThan(0);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.flatMap(({ path, text }) => withPath(path, namesInSql(text)))).toEqual([]);
  });

  test('file names', () => {
    expect(paths.filter((path) => hasUnsearchable(path.replace(/^demo\/words\//, '')))).toEqual([]);
  });

  test('sentences of comments begin with a verb or a noun', () => {
    const all = commented.flatMap((path) => comments(read(path)).map((text) => ({ path, text })));
    expect(all.length).toBeGreaterThan(0);
    expect(all.flatMap(({ path, text }) => withPath(path, isRiddle(text) ? [text] : []))).toEqual(
      [],
    );
  });

  test('texts for people', () => {
    const shown = files.filter((path) => path.startsWith('src/') && !path.includes('/demo/'));
    expect(shown.length).toBeGreaterThan(0);
    expect(
      shown.flatMap((path) =>
        withPath(
          path,
          textsIn(path).filter((text) => inSentences.test(text)),
        ),
      ),
    ).toEqual([]);
  });

  test('titles of tests are statements', () => {
    const all = scripts.flatMap(({ path, titles }) => titles.map((text) => ({ path, text })));
    expect(all.length).toBeGreaterThan(0);
    expect(
      all.flatMap(({ path, text }) => withPath(path, isRiddleTitle(text) ? [text] : [])),
    ).toEqual([]);
  });

  test('a title of a test is one claim, without a semicolon', () => {
    expect(
      scripts.flatMap(({ path, titles }) =>
        withPath(
          path,
          titles.filter((title) => title.includes(';')),
        ),
      ),
    ).toEqual([]);
  });

  test('each of these finds a violation', () => {
    const { names, statements, titles } = readScript(
      'x.test.ts',
      "test.each([1])('what is told', () => sql`select held.id from media held -- gone`);\n" +
        'const postHolder = mostPosts;',
    );
    expect([...names].filter(hasUnsearchable)).toEqual(['postHolder', 'mostPosts']);
    expect(statements.flatMap(namesInSql)).toEqual(['held']);
    expect(titles.filter(isRiddleTitle)).toEqual(['what is told']);
    const page = '---\nconst a = `${b} is told`;\n---\n<p title="It is gone">All brought in</p>';
    expect(textsIn('x.astro', page)).toEqual(['is told', 'It is gone', 'All brought in']);
    expect(
      comments('/** Fine. Of those the first. */\n// Begun anew.\ncall(); // Who asks.\n// Fine.\n')
        .filter(isRiddle)
        .toSorted(),
    ).toEqual(['Begun anew.', 'Fine. Of those the first.', 'Who asks.']);
  });
});
