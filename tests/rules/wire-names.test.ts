import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Names of the REST interface for our post, comment, photo. Only code that reads requests or writes
 * responses may use them.
 */
const foreign = [
  'activity_action',
  'post_self',
  'activity_comment',
  'core_comment',
  'core_link',
  'album_photo',
  'sitepage_',
  'sitestories_',
  'messages_message',
  'messages_conversation',
  'community_ad',
  'action_id',
  'auth_view',
  'auth_comment',
  'subjectIformation',
  'resource_type',
  'attachment_type',
  'feed_icon',
];
/**
 * Types of posts and activities, which `posts.type` stores as the interface names them
 * (docs/architecture.md, section 7).
 */
const storedTypes = [
  'post_self_photo',
  'post_self_video',
  'post_self_link',
  'album_photo_new',
  'sitepage_new',
];
/** Our own names that contain one: tables, indexes and stored types. */
const own = new RegExp(
  String.raw`\b(?:album_photos\w*|attachments_album_photo|${storedTypes.join('|')})\b`,
  'g',
);
const ownIndex = "index('messages_conversation')";

const edge =
  /\.(?:schema|fields|calls|api|model|views\.server)\.ts$|^src\/lib\/(?:wire-names|container-types)\.ts$/;
const root = new URL('../../', import.meta.url);
const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|astro|js|mjs)$/.test(path) && !edge.test(path));

/** Files that hold models: components, hooks, stores and rules. */
const holdsModels = /\.(?:tsx|astro|store\.ts|rules\.ts)$|\/use-[\w-]+\.ts$/;
/** Files that read requests or build answers only through a schema, view or api file. */
const isServerFunction = (path: string) => path.endsWith('.server.ts');
/** Fields of answers that are not in snake case. */
const foreignFields = new Set([
  'getTotalComments',
  'getUnreadMessageCount',
  'mutualFriendCount',
  'subjectIformation',
]);
/** Objects by the names of form fields, which are those of the interface. */
const byField = /(?:problems|typed|fields|values)\??$/;

/** Server functions with names of other kinds that only look like those of the interface. */
const namesOfOthers = {
  'src/domains/archive/exported-settings.server.ts': 'the format of archives',
  'src/domains/archive/import/import-album.server.ts': 'the format of archives',
  'src/domains/archive/import/import-post.server.ts': 'the format of archives',
  'src/domains/archive/import/import-profile.server.ts': 'the format of archives',
  'src/domains/comments/comments.server.ts': 'columns of the rows of a subject',
  'src/domains/containers/settings.server.ts': 'the field that a problem belongs to',
  'src/domains/notifications/mails/notification-mail.server.ts': 'a frequency, as it is stored',
  'src/domains/sitepages/page-notification-choices.server.ts': 'types of notifications',
};

const isCandidate = new RegExp(`\\b[a-z]+_[a-z]|\\b(?:${[...foreignFields].join('|')})\\b`);

/** Fields that a file reads or writes under a name of the interface. */
function foreignFieldsIn(path: string, text: string): string[] {
  if (!isCandidate.test(text)) return [];
  const [, script = '', markup = ''] = path.endsWith('.astro')
    ? (/^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [])
    : [text, text];
  const code = `${script}\n<>${markup.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '')}</>`;
  const source = ts.createSourceFile(
    'x.tsx',
    path.endsWith('.astro') ? code : text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const note = (name: ts.Node | undefined) => {
    if (!name || !ts.isIdentifier(name)) return;
    if (/^[a-z]+(?:_[a-z]+)+$/.test(name.text) || foreignFields.has(name.text))
      found.push(name.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && !byField.test(node.expression.getText(source)))
      note(node.name);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      note(node.propertyName ?? node.name);
    if (ts.isPropertySignature(node)) note(node.name);
    if (
      isServerFunction(path) &&
      (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
    )
      note(node.name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...new Set(found)];
}

const foreignIn = (path: string): string[] => {
  const text = readFileSync(new URL(path, root), 'utf8').replace(own, '').replace(ownIndex, '');
  return foreign.filter((word) => text.includes(word));
};

test('names of the interface stay at the edge', () => {
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((path) => {
    const words = foreignIn(path);
    return words.length ? [`${path}: ${words.join(', ')}`] : [];
  });
  expect(found, 'translate them in a schema, view, api, calls or model file').toEqual([]);
});

test('components, stores and rules hold models', () => {
  const readers = files.filter((path) => holdsModels.test(path));
  expect(readers.length).toBeGreaterThan(0);
  const found = readers.filter(
    (path) => foreignFieldsIn(path, readFileSync(new URL(path, root), 'utf8')).length > 0,
  );
  expect(found, 'make a model of the answer').toEqual([]);
});

test('server functions speak our words', () => {
  const functions = files.filter(isServerFunction);
  expect(functions.length).toBeGreaterThan(0);
  const found = functions.filter(
    (path) => foreignFieldsIn(path, readFileSync(new URL(path, root), 'utf8')).length > 0,
  );
  expect(found, 'translate in a schema, view, api or calls file').toEqual(
    Object.keys(namesOfOthers),
  );
});

test.each([
  ['x.tsx', 'const { image_icon: image } = person;', ['image_icon']],
  [
    'x.store.ts',
    'list.filter(({ user_id }) => user_id > answer.like_count);',
    ['user_id', 'like_count'],
  ],
  ['x.rules.ts', 'interface X { post_id: number }', ['post_id']],
  ['x.astro', '---\nconst a = 1;\n---\n<b>{one.is_read}</b>', ['is_read']],
  ['x.server.ts', 'const a = { post_id: 1, is_read };', ['post_id', 'is_read']],
  ['x.server.ts', 'const a = sql`select post_id`; return { body, problems: b.problems.x_y };', []],
  ['x.tsx', 'call({ post_id: post.id }, form.problems.first_name);', []],
])('%#: reads in %s', (path, text, fields) => {
  expect(foreignFieldsIn(path, text)).toEqual(fields);
});
