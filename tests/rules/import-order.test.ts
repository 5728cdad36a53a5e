import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { domains as importOrder } from '../../eslint.config.js';

const files = globSync('src/**/*.{ts,tsx,astro,mjs}').map((file) => file.replaceAll('\\', '/'));

/** The script of a module; of an Astro file, its frontmatter. */
function scriptOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text;
}

const sources = new Map(
  files.map((file) => [
    file,
    ts.createSourceFile(
      file,
      scriptOf(file),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  ]),
);

const resolve = (from: string, name: string) =>
  name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(from), name));

/** Runtime imports of a file; no types and no dynamic imports. */
function valueImports(file: string): string[] {
  return sources.get(file)!.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
    const isType = ts.isExportDeclaration(statement)
      ? statement.isTypeOnly
      : clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    const named = clause?.namedBindings;
    const onlyTypes =
      !clause?.name &&
      named !== undefined &&
      ts.isNamedImports(named) &&
      named.elements.length > 0 &&
      named.elements.every((one) => one.isTypeOnly);
    const target = resolve(file, moduleSpecifier.text);
    return isType || onlyTypes || !existsSync(target) ? [] : [target];
  });
}

/** Groups of files that import each other in a circle (Tarjan). */
function cycles(edgesOf: (file: string) => string[]): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const next of edgesOf(file)) {
      if (!sources.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group);
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return found;
}

test('no files import each other in a circle', () => {
  const edges = new Map(files.map((file) => [file, valueImports(file)]));
  expect([...edges.values()].flat().length).toBeGreaterThan(0);
  expect(cycles((file) => edges.get(file) ?? [])).toEqual([]);
});

/** The domain of a file in the import order. */
const domainOf = (file: string) => /^src\/domains\/([^/]+)\//.exec(file)?.[1];
const isRight = (domain: string, of: string) =>
  importOrder.indexOf(domain) > importOrder.indexOf(of);

test('a domain loads only itself and the domains to its left', () => {
  const found = files.flatMap((file) => {
    const domain = domainOf(file);
    if (!domain) return [];
    return valueImports(file)
      .filter((target) => isRight(domainOf(target) ?? domain, domain))
      .map((target) => `${file}: ${target}`);
  });
  expect(found).toEqual([]);
});

/** The domain that declares each table, by its name in the database. */
const tables = new Map(
  files
    .filter((file) => file.startsWith('src/domains/') && file.endsWith('.table.ts'))
    .flatMap((file) =>
      [...scriptOf(file).matchAll(/\w*[tT]able\w*\(\s*'([a-z_]+)'/g)].map(
        ([, table]) => [table!, file.split('/')[2]!] as const,
      ),
    ),
);

/** The texts of the SQL templates of a file, without comments and string literals. */
function statementsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const { template } = node;
      const text = ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(
            ' ? ',
          );
      found.push(text.replace(/--.*$/gm, ' ').replace(/'[^']*'/g, ' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(sources.get(file)!);
  return found;
}

/** Names after from, join, update, into and using, also those after a comma. */
const namedIn = (statement: string): string[] =>
  [
    ...statement.matchAll(
      /\b(?:from|join|update|into|using)\s+(?:only\s+)?([a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?)*)/gi,
    ),
  ].flatMap(([, list]) => list!.split(',').map((one) => one.trim().split(/\s+/)[0]!));

const triggerFiles = globSync('src/domains/**/*.triggers.sql').map((file) =>
  file.replaceAll('\\', '/'),
);

/** Tables in the text of a file of triggers: also those with triggers, and types of variables. */
function namedInTriggers(text: string): string[] {
  const statements = text.replace(/--.*$/gm, ' ').replace(/'[^']*'/g, ' ');
  const more = [
    ...statements.matchAll(/\bon\s+([a-z_]+)\s+(?:referencing|for\s+each)\b/gi),
    ...statements.matchAll(/^\s+\w+\s+([a-z_]+)(?:%rowtype)?\s*(?::=|;)/gim),
  ];
  return [...namedIn(statements), ...more.map(([, table]) => table!)];
}

/** Allowed statements against the order, each with its reason; the list only gets shorter. */
const tablesAgainstOrder: Record<string, string> = {
  'src/domains/auth/sessions.server.ts: blocks':
    'the session brings the blocks, which nearly every statement of a screen asks for',
  'src/domains/auth/sessions.server.ts: hidden_items':
    'the session says whether the member hides anything, so that the feed chooses its statement',
  'src/domains/auth/sessions.server.ts: member_settings':
    'the session brings the settings that every screen needs, in its one statement',
  'src/domains/auth/sessions.server.ts: memberships':
    'the session says whether the member has containers, so that the feed chooses its statement',
  'src/domains/auth/sessions.server.ts: reactions': 'likes of containers, for the same',
  'src/domains/policy/audience.server.ts: friendships':
    'who is a friend is asked by every audience; friendships fire the triggers of friends',
  'src/domains/policy/blocks.server.ts: friend_requests':
    'a block ends the request between the two in one statement, under one lock',
  'src/domains/policy/blocks.server.ts: friendships':
    'a block ends the friendship between the two in one statement, under one lock',
};

describe('SQL', () => {
  test('every table has a domain', () => {
    expect(tables.size).toBeGreaterThan(0);
    expect([...tables.values()].filter((domain) => !importOrder.includes(domain))).toEqual([]);
  });

  test('names after a comma are read as well', () => {
    expect(namedIn('select from added, posts p join members m on true')).toEqual([
      'added',
      'posts',
      'members',
    ]);
  });

  /** Those of `named` that belong to a domain to the right of the file's. */
  const tablesToTheRight = (file: string, named: string[]): string[] =>
    [...new Set(named)]
      .filter((table) => tables.has(table) && isRight(tables.get(table)!, domainOf(file)!))
      .map((table) => `${file}: ${table}`);

  test('a domain names tables of itself and of the domains to its left', () => {
    const withStatements = files.filter(
      (file) => domainOf(file) !== undefined && /\bsql`/.test(scriptOf(file)),
    );
    expect(withStatements.length).toBeGreaterThan(0);
    const found = withStatements.flatMap((file) =>
      tablesToTheRight(file, statementsOf(file).flatMap(namedIn)),
    );
    expect(found.toSorted()).toEqual(Object.keys(tablesAgainstOrder).toSorted());
  });

  test('so do its triggers', () => {
    expect(triggerFiles.length).toBeGreaterThan(0);
    const named = triggerFiles.map((file) => namedInTriggers(readFileSync(file, 'utf8')));
    expect(named.flat().filter((table) => tables.has(table)).length).toBeGreaterThan(0);
    expect(
      triggerFiles.flatMap((file, index) => tablesToTheRight(file, named[index]!)),
      'a file of triggers belongs to the last of the domains that it names',
    ).toEqual([]);
  });

  test('tables with triggers and types of variables are read as well', () => {
    expect(
      namedInTriggers(
        'declare\n  this posts := new;\nbegin delete from a; -- from b\nend;\n' +
          'create or replace trigger t after insert on media\nfor each row',
      ),
    ).toEqual(['a', 'media', 'posts']);
  });
});
