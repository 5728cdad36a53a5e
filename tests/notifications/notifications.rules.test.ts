import { describe, expect, test } from 'vitest';
import { domains } from '#app/domains.ts';
import { mentionedIn } from '#domains/mentions/mentions.rules.ts';
import {
  getDestination,
  notices,
  notificationText,
} from '#domains/notifications/notices.server.ts';
import { actorsText } from '#domains/notifications/notifications.rules.ts';
import { setDomains } from '#server/domain.ts';

setDomains(domains);

const of = (objectType: string, more: Partial<Parameters<typeof getDestination>[0]> = {}) =>
  getDestination({ type: 'liked', objectType, objectId: 7, subjectId: 3, ...more });

describe('destination of a notification', () => {
  test.each([
    ['post', '/posts/7'],
    ['post_comment', '/posts/7'],
    ['event', '/events/3'],
    ['group', '/groups/group/3'],
    ['conversation', '/messages/7'],

    ['page', '/pages/page/7'],
    ['member', '/profile/3'],
    ['friend_accepted', '/profile/3'],
    ['friend_request', '/profile/3'],
  ])('%s: %s', (objectType, path) => expect(of(objectType)).toBe(path));

  test('a photo of a page through its page and album', () => {
    expect(of('album')).toBe('/albums/7');
    expect(of('page_photo', { parent: { type: 'album', id: 5 } })).toBe(
      '/pages/3/albums/5/photo/7',
    );
    expect(of('page_photo')).toBeNull();
  });

  test('only the two types of processed videos', () => {
    expect(of('video', { type: 'video_processed' })).toBe('/profile/3/videos/7');
    expect(of('video', { type: 'sitevideo_processed', parent: { type: 'group', id: 9 } })).toBe(
      '/groups/9/videos/7',
    );
    for (const type of ['liked', 'commented', 'video_processed_failed', 'sitevideo_processed'])
      expect(of('video', { type })).toBeNull();
    expect(of('video', { type: 'video_processed', parent: { type: 'group', id: 9 } })).toBeNull();
    expect(
      of('video', {
        type: 'sitevideo_processed',
        parent: { type: 'page', id: 9 },
      }),
    ).toBeNull();
    expect(of('video_processed', { type: 'video_processed' })).toBeNull();
  });

  test('an invitation by its object', () => {
    expect(of('group', { type: 'group_invite' })).toBe('/groups/group/7');
    expect(of('page', { type: 'page_invite' })).toBe('/pages/page/7');
    expect(of('post', { type: 'group_invite' })).toBe('/posts/7');
  });

  test('an unknown type has no link', () => {
    for (const objectType of [
      '',
      'photo',
      'comment',
      'javascript:alert(1)',
      'constructor',
      '__proto__',
    ])
      expect(of(objectType)).toBeNull();
  });
});

describe('wording', () => {
  test('names of the actors', () => {
    expect(actorsText(['Ada'], 1)).toBe('Ada');
    expect(actorsText(['Ada', 'Bo'], 2)).toBe('Ada and Bo');
    expect(actorsText(['Ada', 'Bo'], 13)).toBe('Ada and 12 others');
    expect(actorsText(['Ada', 'Bo'], 1_201)).toBe('Ada and 1,200 others');
  });

  test('every type has its own text, an unknown one a general sentence', () => {
    const texts = [...notices().keys()].map((type) => notificationText(type, 'post'));
    expect(new Set(texts).size).toBe(notices().size);
    expect(notificationText('toString', 'constructor')).toBe('There is something new for you.');
  });

  test('usernames after an @, but not mail addresses', () => {
    expect(
      mentionedIn('@bo.reed and @Bo.Reed, (@cy_2)! mail ada@bo.example @ @@x /@no @dee.'),
    ).toEqual(['bo.reed', 'cy_2', 'dee']);
    expect(
      mentionedIn(
        '@a1 '.repeat(3) + Array.from({ length: 30 }, (_, index) => `@name${index}`).join(' '),
      ),
    ).toHaveLength(10);
  });
});
