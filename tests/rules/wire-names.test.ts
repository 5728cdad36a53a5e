import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Names of the REST interface that are nobody's words for a post, a comment or a photo. They are
 * spelled where a request comes in and an answer goes out, and nowhere else.
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
/** Our own names that hold one: tables and indexes, and the types of activities. */
const own = /\b(?:album_photos\w*|attachments_album_photo|album_photo_new)\b/g;
const ownIndex = "index('messages_conversation')";

const edge = /\.(?:schema|calls|api|model|views\.server)\.ts$|^src\/lib\/wire-names\.ts$/;
/** Screens and stores that still read the wire shape; the list only gets shorter. */
const pending = new Set<string>([
  'src/domains/archive/import/import-post.server.ts',
  'src/domains/messages/conversation.server.ts',
  'src/domains/messages/messages.rules.ts',
  'src/domains/posts/PostForMember.astro',
  'src/domains/posts/atom.ts',
  'src/domains/posts/cache-tags.ts',
  'src/domains/posts/card/AttachmentCard.tsx',
  'src/domains/posts/card/OwnAttachments.tsx',
  'src/domains/posts/card/PostActions.island.tsx',
  'src/domains/posts/card/PostCard.tsx',
  'src/domains/posts/card/PostComments.island.tsx',
  'src/domains/posts/card/PostHeader.tsx',
  'src/domains/posts/card/PostMenu.island.tsx',
  'src/domains/posts/composer/publish.store.ts',
  'src/domains/posts/feed/Feed.island.tsx',
  'src/domains/posts/feed/FeedPost.island.tsx',
  'src/domains/posts/feed/feed-selection.rules.ts',
  'src/domains/posts/feed/feed.rules.ts',
  'src/domains/posts/post-changes.ts',
  'src/domains/posts/post-meta.ts',
  'src/domains/posts/share/SharedPost.tsx',
  'src/domains/posts/share/share-preview.ts',
  'src/domains/posts/writing/editable-post.ts',
  'src/pages/oembed.ts',
  'src/pages/profile/[id]/posts.astro',
  'src/worker/push.ts',
]);

const root = new URL('../../', import.meta.url);
const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|astro|js|mjs)$/.test(path) && !edge.test(path));

const foreignIn = (path: string): string[] => {
  const text = readFileSync(new URL(path, root), 'utf8').replace(own, '').replace(ownIndex, '');
  return foreign.filter((word) => text.includes(word));
};

test('names of the interface stay at the edge', () => {
  const found = files.flatMap((path) => {
    const words = pending.has(path) ? [] : foreignIn(path);
    return words.length ? [`${path}: ${words.join(', ')}`] : [];
  });
  expect(found, 'translate them in a schema, view, api, calls or model file').toEqual([]);
});

test('no file waits that has nothing left to translate', () => {
  expect([...pending].filter((path) => foreignIn(path).length === 0)).toEqual([]);
});
