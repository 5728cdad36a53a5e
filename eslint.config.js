import astro from 'eslint-plugin-astro';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * In order: a domain may import from those to its left, never from those to its right, so cycles
 * cannot form.
 */
export const domains =
  'members auth policy notifications activities friends settings live moderation reactions shares media containers mentions comments lightbox albums profiles sitepages groups events ads portals posts messages stories search archive admin'.split(
    ' ',
  );

/**
 * The only components that may render raw markup: JSON escaped for a script element, constant
 * scripts, icon shapes, and a post that React drew before.
 */
const rawHtmlComponents = [
  'src/ui/JsonScript.astro',
  'src/layouts/InlineScript.astro',
  'src/ui/Icon.tsx',
  'src/domains/posts/card/PostCard.tsx',
];

const never = (regex, message) => ({ regex, message });
const parents = [
  never('^\\.\\./', "Write '#domains/…', '#server/…', '#ui/…' or '#lib/…' instead of climbing up."),
  never('^\\./.+/', "A file of another folder is named from the top: '#domains/…/file.ts'."),
];
const toastLibrary = never(
  '^solid-(js|toast)',
  "Only ui/toast.ts and ui/toast-list.ts know the toast library: import '#ui/toast.ts'.",
);
const driver = never(
  '^(postgres|drizzle-orm/postgres-js|pg-boss)',
  'Only src/server talks to the driver.',
);
const serverFiles = never(
  '^#server/|\\.(server|api|table)\\.ts$',
  'This file also runs in the browser: server code stays on the server.',
);
const browserFiles = never(
  '\\.store\\.ts$|\\.island\\.tsx$',
  'Stores and islands belong to the browser.',
);
const stores = never(
  '\\.store\\.ts$',
  'Only islands and stores may use stores; this file only takes props.',
);
const tables = never(
  '\\.table\\.ts$|^#server/db\\.ts$|^drizzle-orm',
  'Screens, handlers and wiring call server functions; only those read tables.',
);
const screens = never(
  '^#(app|pages|layouts)/|^#middleware\\.ts$',
  'Screens and src/app compose the domains, never the reverse.',
);
const react = never(
  '^(react|react-dom|@nanostores/react)(/|$)|\\.tsx$|^#ui/',
  'This file runs anywhere: no React, no drawing.',
);
const drawing = never('^(react|react-dom)(/|$)|\\.tsx$', 'Stores draw nothing.');
const node = never('^node:', 'This file runs anywhere: nothing of Node.');
const domainCode = never(
  '^#domains/',
  'Plumbing knows no domain: a domain gives it what it needs by its manifest.',
);
/** src/app opens and closes the database, but reads no table. */
const tablesAndQueries = never(
  '\\.table\\.ts$|^drizzle-orm',
  'src/app composes; only server functions read tables.',
);
const ourCode = never('^#', 'lib is pure: it imports nothing of ours.');

const only = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...parents, ...patterns] }] },
});

/** One object per file kind and domain, since a later object replaces an earlier one. */
const domainRules = domains.flatMap((domain, position) => {
  const right = domains.slice(position + 1);
  const order = right.length
    ? [
        never(
          `^#domains/(${right.join('|')})/`,
          `${domain} may import only from the domains to its left (architecture guide, section 2).`,
        ),
      ]
    : [];
  const at = (ending) => [`src/domains/${domain}/**/*${ending}`];
  const common = [...order, screens, toastLibrary, driver];
  return [
    only(at('.{ts,tsx,astro}'), ...common),
    only(at('.tsx'), ...common, serverFiles, stores),
    only(at('.{schema,calls,rules}.ts'), ...common, serverFiles, browserFiles, react, node),
    only(at('.store.ts'), ...common, serverFiles, drawing, node),
    only(at('.island.tsx'), ...common, serverFiles, node),
    only(at('.{server,table}.ts'), ...common, browserFiles),
    only(at('.api.ts'), ...common, browserFiles, tables),
    only(at('.astro'), ...common, stores, tables),
  ];
});

const rawHtml = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message:
      'Text is drawn as text. Markup is written in few components only (rawHtmlComponents in eslint.config.js).',
  },
  {
    selector: 'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
    message: 'Set textContent, or build nodes.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(insertAdjacentHTML|createContextualFragment)$/]',
    message: 'Set textContent, or build nodes.',
  },
];

/** `...{ a, b }` and `...[a, b]`: write one field or item a line instead. */
const packingSpreads = [
  {
    selector: ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression',
    message: 'Write the fields out; a spread only adds something when its object is computed.',
  },
  {
    selector: 'ArrayExpression > SpreadElement > ArrayExpression',
    message: 'Write the items out.',
  },
];

/** A module only defines; its importer calls it, in a visible order. */
const sideEffectImports = [
  {
    selector: 'ImportDeclaration[specifiers.length=0][source.value!=/\\.css$/]',
    message: 'Import a function and call it; a domain registers itself by its manifest.',
  },
];

const plainMistakes = (
  'no-eval no-async-promise-executor no-cond-assign no-constant-condition no-control-regex no-debugger no-dupe-else-if no-duplicate-case no-empty ' +
  'no-empty-character-class no-fallthrough no-loss-of-precision no-misleading-character-class no-prototype-builtins no-regex-spaces no-self-assign ' +
  'no-nested-ternary no-self-compare no-sparse-arrays no-unsafe-finally no-useless-escape use-isnan'
).split(' ');

export default tseslint.config(
  { ignores: ['dist/', 'dist-*/', '.astro/', '.data/', 'node_modules/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  ...astro.configs['flat/recommended'],
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      ...Object.fromEntries(plainMistakes.map((rule) => [rule, 'error'])),
      'no-restricted-syntax': ['error', ...rawHtml, ...packingSpreads, ...sideEffectImports],
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { args: 'after-used', ignoreRestSiblings: true },
      ],
    },
  },
  { files: ['demo/**', 'scripts/**', 'tests/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/exhaustive-deps': 'error', 'react-hooks/rules-of-hooks': 'error' },
  },
  {
    files: ['**/*.astro'],
    rules: { 'astro/no-set-html-directive': 'error', 'astro/valid-compile': 'error' },
  },
  // Pages declare `export const access = 'public'`, and tests/rules allows no other export.
  { files: ['src/pages/**'], rules: { 'astro/no-exports-from-components': 'off' } },
  {
    files: rawHtmlComponents,
    rules: {
      'astro/no-set-html-directive': 'off',
      'no-restricted-syntax': ['error', ...packingSpreads, ...sideEffectImports],
    },
  },

  only(['src/**/*.{ts,tsx,astro}'], toastLibrary),
  only(['src/lib/**'], ourCode, toastLibrary, node),
  only(['src/ui/**'], domainCode, screens, serverFiles, toastLibrary, node),
  only(['src/ui/toast.ts', 'src/ui/toast-list.ts'], domainCode, screens, serverFiles, node),
  only(
    ['src/server/**'],
    domainCode,
    screens,
    toastLibrary,
    never('^#ui/', 'Plumbing draws nothing.'),
  ),
  only(['src/app/**'], tablesAndQueries, driver, stores, toastLibrary),
  only(['src/middleware.ts', 'src/{pages,layouts}/**'], tables, driver, stores, toastLibrary),
  ...domainRules,
);
