import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * Words the code once used for concepts with an established term (STYLE.md, "Words"). Nobody would
 * search for them.
 */
const unsearchable = new Set(
  [
    'told tell tells said say says gone hung hang brought bring wish wishes wisher onlooker onlookers',
    'deed deeds hear heard hearer sought anew tally complain holder holders turnstile door',
    'moment moments theirs came meant sight news place places pace whose untold sweep sweeps sweeper',
  ].flatMap((line) => line.split(' ')),
);

/** In SQL also aliases that do not name a role. */
const unsearchableInSql = new Set([
  ...unsearchable,
  ...'near looked did known holding standing stands kept waiting lifted unasked'.split(' '),
]);
/** Table names that contain such a word but are established terms. */
const searchableTables = new Set(['known_devices']);

const root = new URL('../../', import.meta.url);
const paths = execFileSync('git', ['ls-files', 'src', 'scripts', 'demo', 'tests'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== 'tests/rules/words.test.ts');
const files = paths.filter((path) => /\.(?:ts|tsx|astro|mjs)$/.test(path));
const commented = paths.filter((path) => /\.(?:ts|tsx|astro|mjs|css|triggers\.sql)$/.test(path));

const wordsOf = (name: string) =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());

/** The script of a module; of an Astro file, its frontmatter. */
function scriptOf(path: string): string {
  const text = readFileSync(new URL(path, root), 'utf8');
  return path.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text;
}

interface Script {
  path: string;
  /** Each once. */
  names: Set<string>;
  /** The texts of the `sql` templates. */
  statements: string[];
}

/** Reads the whole tree once, for all tests. */
function readScript(path: string): Script {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, scriptOf(path), ts.ScriptTarget.Latest, false, kind);
  const script: Script = { path, names: new Set(), statements: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) script.names.add(node.text);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql')
      script.statements.push(node.template.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return script;
}

const unsearchableNames = ({ path, names }: Script): string[] =>
  [...names]
    .filter(
      (name) => /^most[A-Z]/.test(name) || wordsOf(name).some((word) => unsearchable.has(word)),
    )
    .map((name) => `${path}: ${name}`);

function unsearchableSqlNames({ path, statements }: Script): string[] {
  const found = new Set<string>();
  for (const statement of statements) {
    const text = statement
      .replace(/\$\{[\s\S]*?\}/g, ' ')
      .replace(/--.*$/gm, ' ')
      .replace(/'[^']*'/g, ' ');
    for (const name of text.match(/[a-z_][a-z0-9_]*/gi) ?? [])
      if (!searchableTables.has(name) && wordsOf(name).some((word) => unsearchableInSql.has(word)))
        found.add(name);
  }
  return [...found].map((name) => `${path}: ${name}`);
}

/** Block comments, and runs of line comments as one each. */
function comments(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*+([\s\S]*?)\*\//g)].map(([, body]) => body!);
  const lines = [...text.matchAll(/(?:^[ \t]*(?:\/\/|--)[^\n]*\n)+/gm)].map(([body]) => body);
  return [...blocks, ...lines].map((body) =>
    body
      .replace(/^\s*(?:\/\/|--|\*)?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const riddles = (path: string): string[] =>
  comments(readFileSync(new URL(path, root), 'utf8'))
    .filter((comment) => /^(?:@\w+ \S+ )?(?:What|Of|Who|Whom|Whose|Where) /.test(comment))
    .map((comment) => `${path}: ${comment.slice(0, 80)}`);

describe('words of the field', () => {
  const scripts = files.map(readScript);
  test('identifiers', () => expect(scripts.flatMap(unsearchableNames)).toEqual([]));
  test('names in SQL', () => expect(scripts.flatMap(unsearchableSqlNames)).toEqual([]));
  test('comments begin with a verb or a noun', () =>
    expect(commented.flatMap(riddles)).toEqual([]));
});
