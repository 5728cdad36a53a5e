import { globSync, readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { expect, test } from 'vitest';

const eslint = new ESLint({
  // These files do not exist, so there are no types to ask.
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
    },
  },
});

async function isRefused(file: string, code: string): Promise<boolean> {
  const [result] = await eslint.lintText(code, { filePath: file });
  expect(result?.fatalErrorCount, JSON.stringify(result?.messages)).toBe(0);
  return result?.messages.some(({ ruleId }) => /restricted|set-html/.test(ruleId ?? '')) ?? false;
}

const importing = (from: string) => `import x from '${from}';\nexport default x;\n`;

test.each([
  ['src/domains/auth/a.server.ts', '#domains/posts/posts.server.ts'],
  ['src/domains/posts/posts.rules.ts', '#server/db.ts'],
  ['src/domains/posts/posts.schema.ts', 'react'],
  ['src/domains/posts/posts.calls.ts', 'node:fs'],
  ['src/domains/posts/feed.store.ts', './feed.server.ts'],
  ['src/domains/posts/feed.store.ts', './PostCard.tsx'],
  ['src/domains/posts/Feed.island.tsx', './posts.table.ts'],
  ['src/domains/posts/composer/Composer.island.tsx', '#server/errors.ts'],
  ['src/domains/posts/card/PostCard.tsx', './feed.store.ts'],
  ['src/domains/posts/posts.server.ts', './feed.store.ts'],
  ['src/domains/posts/posts.server.ts', '#pages/home.astro'],
  ['src/domains/posts/posts.api.ts', './posts.table.ts'],
  ['src/domains/posts/posts.server.ts', '../auth/auth.server.ts'],
  ['src/domains/posts/posts.server.ts', './composer/x.server.ts'],
  ['src/domains/posts/Feed.island.tsx', 'solid-toast'],
  ['src/ui/Avatar.tsx', '#domains/posts/posts.schema.ts'],
  ['src/ui/Avatar.tsx', '#server/env.ts'],
  ['src/server/mail.ts', '#domains/auth/auth.server.ts'],
  ['src/server/rest-routes.ts', '#app/domains.ts'],
  ['src/app/entry.ts', '#domains/auth/auth.table.ts'],
  ['src/middleware.ts', '#server/db.ts'],
  ['src/app/jobs.ts', 'drizzle-orm'],
  ['src/domains/posts/posts.server.ts', '#app/domains.ts'],
  ['src/lib/text.ts', '#server/env.ts'],
])('%s may not import %s', async (file, from) => {
  expect(await isRefused(file, importing(from))).toBe(true);
});

test.each([
  ['src/domains/posts/posts.server.ts', '#domains/auth/auth.server.ts'],
  ['src/domains/posts/posts.server.ts', './posts.table.ts'],
  ['src/domains/posts/posts.server.ts', '#server/db.ts'],
  ['src/domains/posts/feed.store.ts', './posts.calls.ts'],
  ['src/domains/posts/Feed.island.tsx', './feed.store.ts'],
  ['src/domains/posts/Feed.island.tsx', '#ui/Dialog.tsx'],
  ['src/app/rest.ts', '#domains/posts/posts.api.ts'],
  ['src/ui/toast.ts', 'solid-toast'],
  ['src/lib/text.ts', './dates.ts'],
])('%s may import %s', async (file, from) => {
  expect(await isRefused(file, importing(from))).toBe(false);
});

test('a screen may import server functions, but neither tables nor stores', async () => {
  const screen = (from: string) => `---\nimport x from '${from}';\n---\n<p>{x}</p>\n`;
  expect(await isRefused('src/pages/home.astro', screen('#domains/posts/posts.server.ts'))).toBe(
    false,
  );
  expect(await isRefused('src/pages/home.astro', screen('#domains/posts/posts.table.ts'))).toBe(
    true,
  );
  expect(await isRefused('src/pages/home.astro', screen('#domains/posts/feed.store.ts'))).toBe(
    true,
  );
});

test('only the listed components render markup from a string', async () => {
  expect(
    await isRefused(
      'src/ui/Text.tsx',
      'export const Text = () => <p dangerouslySetInnerHTML={{ __html: name }} />;\n',
    ),
  ).toBe(true);
  expect(await isRefused('src/ui/Text.astro', '<p set:html={Astro.props.text} />\n')).toBe(true);
  expect(
    await isRefused(
      'src/ui/JsonScript.astro',
      '<script is:inline type="application/json" set:html={Astro.props.json} />\n',
    ),
  ).toBe(false);
});

test('modules are imported for their exports only, except styles', async () => {
  expect(await isRefused('src/domains/posts/posts.server.ts', "import './feed.server.ts';\n")).toBe(
    true,
  );
  expect(
    await isRefused(
      'src/pages/home.astro',
      "---\n---\n<script>import '#layouts/frame.ts';</script>\n",
    ),
  ).toBe(true);
  expect(await isRefused('src/ui/Avatar.tsx', "import './Avatar.css';\n")).toBe(false);
});

/** Files of these folders, with the types they import. */
const importsUnder = (folder: string) =>
  globSync(`${folder}/**/*.{ts,mjs}`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
      ([, from]) => `${file}: ${from}`,
    ),
  );

/** Words of the product that no name, text or pattern of the server layer may hold. */
const domainWords = new Set(
  (
    'posts comment friend friends friendship story stories album albums inbox conversation reaction ' +
    'reactions hashtag hashtags profile profiles feed feeds moderator mention mentions invite avatar'
  ).split(' '),
);

/** Allowed ones, each with its reason. */
const allowedWords: Record<string, string> = {
  'src/server/errors.ts: already_friends': 'one table holds the error codes of every call',
  'src/server/subjects.ts: can_comment': 'a right on any item; comments are a mechanism',
};

const wordsIn = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

test('the server layer has no words of domains', () => {
  const found = globSync('src/server/**/*.{ts,mjs}').flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const names = new Set<string>();
    const visit = (node: ts.Node) => {
      if (ts.isIdentifier(node) || ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node))
        names.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return [...names]
      .filter((name) => wordsIn(name).some((word) => domainWords.has(word)))
      .map((name) => `${file}: ${name}`);
  });
  expect(found.toSorted()).toEqual(Object.keys(allowedWords).toSorted());
});

test('the server layer imports neither domains nor their composition, not even types', () => {
  const found = ['src/server', 'src/lib'].flatMap(importsUnder);
  expect(found.filter((line) => /: #(domains|app|pages|layouts)\//.test(line))).toEqual([]);
  expect(found).not.toEqual([]);
});
