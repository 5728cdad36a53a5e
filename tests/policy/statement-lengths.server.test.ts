import { beforeAll, expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import {
  addComment,
  deleteComment,
  editComment,
  type Subject,
} from '#domains/comments/comments.server.ts';
import { findOneComment } from '#domains/comments/one-comment.server.ts';
import { openPhoto, openVideo } from '#domains/lightbox/lightbox.server.ts';
import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { react, unreact } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addMedia, addMember, addPost } from '../support/people.ts';
import { recordStatements } from '../support/statements.ts';

// PostgreSQL starts a statement in proportion to its text, whether or not a part of it is ever run: a
// call about one item asks the rules of that item alone.

let author: Member;
let reader: Member;
const items: Record<string, Subject> = {};
beforeAll(async () => {
  [author, reader] = [await addMember(), await addMember()];
  const post = await addPost(author);
  items.post = { type: 'post', id: post };
  items['post in a group'] = { type: 'post', id: await addGroupPost() };
  items['photo of a post'] = { type: 'photo', id: await addMedia(author, post) };
  items.video = { type: 'video', id: await addMedia(author, post, { kind: 'video' }) };
  const [album] = await db.execute<{ id: number }>(sql`
    insert into albums (owner_id, title, audience) values (${author.id}, 'Walks', 'everyone')
    returning id`);
  items.album = { type: 'album', id: album!.id };
  const [photo] = await db.execute<{ id: number }>(sql`
    with picture as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder, alt, state
      )
      values (
        ${author.id}, 'photo', 'hash', 'image/jpeg', 1, 1600, 1200, '{320,640,1280}', '', '', 'attached'
      )
      returning id
    )
    insert into album_photos (media_id, album_id, position)
    select id, ${album!.id}, 0 from picture
    returning media_id as id`);
  items['photo of an album'] = { type: 'photo', id: photo!.id };
});

async function addGroupPost(): Promise<number> {
  const group = await addGroup(author);
  await db.execute(sql`
    insert into memberships (type, id, member_id, state) values ('group', ${group}, ${reader.id}, 'member')`);
  const [row] = await db.execute<{ id: number }>(sql`
    insert into posts (author_id, type, subject_id, object_type, object_id, body, audience)
    values (${author.id}, 'status', ${author.id}, 'group', ${group}, 'x', 'container')
    returning id`);
  return row!.id;
}

async function longestOf(work: () => Promise<unknown>): Promise<number> {
  const texts = await recordStatements(work);
  return Math.max(...texts.map((text) => text.length));
}

/** Records the longest statement of each call on each item. */
async function longestByCall(calls: Record<string, (subject: Subject) => Promise<unknown>>) {
  const lengths: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls))
    for (const [kind, subject] of Object.entries(items))
      lengths[`${name} on a ${kind}`] = await longestOf(() => call(subject));
  return lengths;
}

/** A statement of up to so many characters is the aim; those that are longer stay below a limit of their own. */
const aim = 6_000;
const limits: Record<string, number> = {
  comment: 7_300,
  reply: 8_900,
  reaction: 9_200,
  'reaction to a comment': 10_200,
  report: 9_700,
  list: 6_200,
  'one comment': 8_200,
  opening: 10_200,
};

/** In a group its rules are asked as well, of the member and of each recipient. */
const moreInGroup = 4_200;

const limitOf = (name: string): number =>
  (limits[name.split(' on ')[0]!] ?? aim) + (name.endsWith('in a group') ? moreInGroup : 0);

const tooLong = (lengths: Record<string, number>) =>
  Object.entries(lengths).filter(([name, length]) => length > limitOf(name));

const commentType = ({ type }: Subject): SubjectType =>
  type === 'post' ? 'post_comment' : 'comment';

const comment = async (subject: Subject, replyToId?: number): Promise<number> =>
  (await addComment(db, reader, subject, { body: 'x', replyToId }, '')).comment_id;

test('a photo or video is opened by the rules of the objects that have it', async () => {
  const lengths: Record<string, number> = {};
  for (const [kind, { type, id }] of Object.entries(items))
    if (type === 'photo' || type === 'video')
      lengths[`opening on a ${kind}`] = await longestOf(() =>
        type === 'photo' ? openPhoto(reader, id, '') : openVideo(reader, id),
      );
  expect(tooLong(lengths)).toEqual([]);
});

const report = (member: Member, { type, id }: { type: SubjectType; id: number }) =>
  createReport(member, { type: type as ReportedType, id, category: 'spam', description: '' });

test('comments, reactions and reports ask no rules of items that they are not about', async () => {
  const lengths = await longestByCall({
    comment: (subject) => comment(subject),
    'silent comment': (subject) =>
      addComment(db, reader, subject, { body: 'x', isSilent: true }, ''),
    reaction: ({ type, id }) => react(reader, type, id, 1),
    'end of a reaction': ({ type, id }) => unreact(reader, type, id),
    report: (subject) => report(reader, subject),
    list: (subject) => readComments(reader, subject, { page: 1, firstPage: 1, limit: 10 }),
  });
  expect(tooLong(lengths)).toEqual([]);
});

test('calls about a comment ask the rules of its subject alone', async () => {
  const lengths: Record<string, number> = {};
  for (const [kind, subject] of Object.entries(items)) {
    const id = await comment(subject);
    const type = commentType(subject);
    const calls: Record<string, () => Promise<unknown>> = {
      reply: () => comment(subject, id),
      'reaction to a comment': () => react(author, type, id, 1, subject),
      'end of a reaction': () => unreact(author, type, id),
      report: () => report(author, { type, id }),
      'one comment': () => findOneComment(author, subject, id),
      change: () => editComment(reader, id, 'y', subject, ''),
      deletion: () => deleteComment(reader, id),
    };
    for (const [name, call] of Object.entries(calls))
      lengths[`${name} on a ${kind}`] = await longestOf(call);
  }
  expect(tooLong(lengths)).toEqual([]);
});
