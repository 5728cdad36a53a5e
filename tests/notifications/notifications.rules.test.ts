import { describe, expect, test } from 'vitest';
import { mentionedIn } from '#domains/notifications/mentions.rules.ts';
import {
  destinationOf,
  notificationText,
  notificationTypes,
  whoText,
} from '#domains/notifications/notifications.rules.ts';

const of = (object_type: string, more: Partial<Parameters<typeof destinationOf>[0]> = {}) =>
  destinationOf({ type: 'liked', object_type, object_id: 7, subject_id: 3, ...more });

describe('where a notification leads', () => {
  test.each([
    ['activity_action', '/posts/7'],
    ['activity_comment', '/posts/7'],
    ['event', '/events/3'],
    ['group', '/groups/group/3'],
    ['messages_conversation', '/messages/7'],
    ['sitepage', '/pages/page/3'],
    ['sitepage_page', '/pages/page/3'],
    ['user', '/profile/3'],
    ['friend_accepted', '/profile/3'],
    ['friend_request', '/profile/3'],
  ])('%s: %s', (objectType, path) => expect(of(objectType)).toBe(path));

  test('a photo of a page through its page and album', () => {
    expect(of('album')).toBe('/albums/7');
    expect(of('sitepage_photo', { object: { parent_type: 'album', parent_id: 5 } })).toBe(
      '/pages/3/albums/5/photo/7',
    );
    expect(of('sitepage_photo')).toBeNull();
  });

  test('of videos only the two that are ready', () => {
    expect(of('video', { type: 'video_processed' })).toBe('/profile/3/videos/7');
    expect(
      of('video', { type: 'sitevideo_processed', object: { parent_type: 'group', parent_id: 9 } }),
    ).toBe('/groups/9/videos/7');
    for (const type of ['liked', 'commented', 'video_processed_failed', 'sitevideo_processed'])
      expect(of('video', { type })).toBeNull();
    expect(
      of('video', { type: 'video_processed', object: { parent_type: 'group', parent_id: 9 } }),
    ).toBeNull();
    expect(
      of('video', {
        type: 'sitevideo_processed',
        object: { parent_type: 'sitepage', parent_id: 9 },
      }),
    ).toBeNull();
    expect(of('video_processed', { type: 'video_processed' })).toBeNull();
  });

  test('an invitation to a group and a request to join a page by their type', () => {
    expect(of('group', { type: 'group_invite' })).toBe('/groups/group/7');
    expect(of('sitepage_page', { type: 'sitepagemember_approve' })).toBe(
      '/pages/page/7/dashboard/admin/requests',
    );
  });

  test('what is not known has no link', () => {
    for (const objectType of [
      '',
      'album_photo',
      'core_comment',
      'javascript:alert(1)',
      'constructor',
      '__proto__',
    ])
      expect(of(objectType)).toBeNull();
  });
});

describe('wording', () => {
  test('who', () => {
    expect(whoText(['Ada'], 1)).toBe('Ada');
    expect(whoText(['Ada', 'Bo'], 2)).toBe('Ada and Bo');
    expect(whoText(['Ada', 'Bo'], 13)).toBe('Ada and 12 others');
    expect(whoText(['Ada', 'Bo'], 1_201)).toBe('Ada and 1,200 others');
  });

  test('every type has words of its own, and what is not known a general sentence', () => {
    const said = notificationTypes.map((type) => notificationText(type, 'activity_action'));
    expect(new Set(said).size).toBe(notificationTypes.length);
    expect(notificationText('toString', 'constructor')).toBe('There is something new for you.');
  });

  test('names after an @, not addresses of mail', () => {
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
