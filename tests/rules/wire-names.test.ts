import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Names of the REST interface for our post, comment, photo. Only code that reads requests or writes
 * responses may use them.
 */
const foreign = [
  'activity_action',
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
/** Our own names that contain one: tables, indexes and activity types. */
const own = /\b(?:album_photos\w*|attachments_album_photo|album_photo_new)\b/g;
const ownIndex = "index('messages_conversation')";

const edge =
  /\.(?:schema|calls|api|model|views\.server)\.ts$|^src\/lib\/(?:wire-names|container-types)\.ts$/;
const root = new URL('../../', import.meta.url);
const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|astro|js|mjs)$/.test(path) && !edge.test(path));

/**
 * Fields of answers that components, stores and rules of a domain with a model do not read: they get
 * models.
 */
const modelled: Record<string, string[]> = {
  comments: [
    'author_image_icon',
    'author_title',
    'comment_body',
    'comment_date',
    'edited_date',
    'getTotalComments',
    'like_count',
    'parent_comment_id',
    'reply_count',
    'reply_on_comment',
  ],
  friends: ['image_icon', 'mutualFriendCount'],
  notifications: ['action_type_body_params', 'feed_title', 'image_icon', 'subject_count'],
};
const holdsModels = /\.(?:tsx|astro|store\.ts|rules\.ts)$/;

const foreignIn = (path: string): string[] => {
  const text = readFileSync(new URL(path, root), 'utf8').replace(own, '').replace(ownIndex, '');
  return foreign.filter((word) => text.includes(word));
};

test('names of the interface stay at the edge', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) => {
    const words = foreignIn(path);
    return words.length ? [`${path}: ${words.join(', ')}`] : [];
  });
  expect(found, 'translate them in a schema, view, api, calls or model file').toEqual([]);
});

test.each(Object.entries(modelled))('%s: components and stores hold models', (domain, fields) => {
  const readers = files.filter(
    (path) => path.startsWith(`src/domains/${domain}/`) && holdsModels.test(path),
  );
  expect(readers.length).toBeGreaterThan(5);
  const text = (path: string) => readFileSync(new URL(path, root), 'utf8');
  expect(
    readers.flatMap((path) =>
      fields
        .filter((field) => new RegExp(`\\b${field}\\b`).test(text(path)))
        .map((field) => `${path}: ${field}`),
    ),
  ).toEqual([]);
});
