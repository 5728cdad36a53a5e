import { expect, test } from 'vitest';
import { isAuthorVisible, maySee, type AccountStatus } from '#domains/policy/audience.rules.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';

const person = (id: number, role: Member['role'] = 'member'): Member => ({
  kind: 'member',
  id,
  displayname: 'x',
  username: 'x',
  avatar: null,
  role,
  timezone: 'UTC',
  sessionId: id,
});
const author = person(1);
const site = { publicReading: true, now: new Date('2026-11-21T12:00:00Z') };
const past = new Date('2026-11-20T12:00:00Z');
const future = new Date('2026-11-22T12:00:00Z');

/**
 * Visitor, member, friend, owner, moderator: the viewers in the columns of security.md section 2.
 */
const viewers: Record<string, { viewer: Viewer; isFriend?: boolean; isBlocked?: boolean }> = {
  visitor: { viewer: visitor },
  member: { viewer: person(2) },
  friend: { viewer: person(3), isFriend: true },
  owner: { viewer: author },
  moderator: { viewer: person(4, 'moderator') },
  blocked: { viewer: person(5), isBlocked: true },
  'blocked friend': { viewer: person(6), isFriend: true, isBlocked: true },
};

const seenBy = (
  content: Partial<Parameters<typeof maySee>[1]>,
  options: Partial<typeof site> = {},
) =>
  Object.entries(viewers)
    .filter(([, { viewer, isFriend = false, isBlocked = false }]) =>
      maySee(
        viewer,
        {
          authorId: author.id,
          authorStatus: 'active',
          audience: 'everyone',
          publishedAt: past,
          ...content,
        },
        { isFriend, isBlocked },
        { ...site, ...options },
      ),
    )
    .map(([name]) => name);

test('a post for everyone is seen by all but blocked members', () => {
  expect(seenBy({ audience: 'everyone' })).toEqual([
    'visitor',
    'member',
    'friend',
    'owner',
    'moderator',
  ]);
});

test('a post for friends is seen by friends and its author', () => {
  expect(seenBy({ audience: 'friends' })).toEqual(['friend', 'owner']);
});

test('a private post is seen by its author only', () => {
  expect(seenBy({ audience: 'onlyme' })).toEqual(['owner']);
});

test('before its time only the author sees a post, whatever the audience', () => {
  for (const audience of ['everyone', 'friends', 'onlyme'])
    expect(seenBy({ audience, publishedAt: future })).toEqual(['owner']);
});

test('members read even if visitors may not', () => {
  expect(seenBy({ audience: 'everyone' }, { publicReading: false })).toEqual([
    'member',
    'friend',
    'owner',
    'moderator',
  ]);
});

test('a post with an unknown audience is seen by its author only', () => {
  for (const audience of ['', 'Everyone', 'registered', 'null'])
    expect(seenBy({ audience })).toEqual(['owner']);
});

test.each<AccountStatus>(['pending', 'suspended', 'deleted'])(
  'nobody sees content of a %s account',
  (authorStatus) => {
    for (const audience of ['everyone', 'friends', 'onlyme'])
      expect(seenBy({ audience, authorStatus })).toEqual([]);
  },
);

test('the author of a comment is seen unless blocked or not active', () => {
  expect(isAuthorVisible(visitor, 'active', true)).toBe(true);
  expect(isAuthorVisible(author, 'active', false)).toBe(true);
  expect(isAuthorVisible(author, 'active', true)).toBe(false);
  expect(isAuthorVisible(author, 'suspended', false)).toBe(false);
});
