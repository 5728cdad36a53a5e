import { callAs, openPage, type Answer, type Look } from './privacy-world.ts';

const page =
  (tab: string): Look =>
  async (world, as) => {
    const { status, text } = await openPage(world, `/profile/${world.owner.id}/${tab}`, as);
    // A viewer who has blocked the owner sees just that, with the name.
    return status === 200 && text.includes('Ottoline Quagga') && !text.includes('You have blocked');
  };
const file =
  (which: 'postPhoto' | 'albumPhoto' | 'storyPhoto'): Look =>
  async (world, as) =>
    (await openPage(world, world[which], as)).status === 200;
const includes =
  (part: string | RegExp): Look =>
  async (world, as) => {
    const { text } = await openPage(world, `/profile/${world.owner.id}/posts`, as);
    return typeof part === 'string' ? text.includes(part) : part.test(text);
  };
const found = async (world: Parameters<Look>[0], as: Parameters<Look>[1], query: string) =>
  (await callAs(world, as, '/search', { query, type: 'user' })).text.includes(
    `"user_id":${world.owner.id},`,
  );

/** Every path on which parts of a profile are readable. */
export const paths = {
  'screen posts': page('posts'),
  'screen info': page('info'),
  'screen friends': page('friends'),
  'screen albums': page('albums'),
  'screen videos': page('videos'),
  'screen stories': page('stories'),
  'screen of an album': (world, as) =>
    openPage(world, `/profile/${world.owner.id}/albums/${world.albumId}`, as).then(
      ({ status }) => status === 200,
    ),
  'screen of a post': (world, as) =>
    openPage(world, `/posts/${world.postId}`, as).then(({ status }) => status === 200),
  'Open Graph': includes('property="og:title" content="Ottoline Quagga"'),
  'JSON-LD': includes(/<script type="application\/ld\+json">[^<]*"ProfilePage"/),
  sitemap: (world, as) =>
    openPage(world, '/sitemap/profiles/1.xml', as).then(({ text }) =>
      text.includes(`/profile/${world.owner.id}/posts<`),
    ),
  'photos beside posts': (world, as) =>
    openPage(world, `/profile/${world.owner.id}/posts`, as).then(({ text }) =>
      text.includes(`href="/profile/${world.owner.id}/albums/${world.albumId}/photo/`),
    ),
  'call profile': (world, as) =>
    callAs(world, as, `/user/profile/${world.owner.id}`).then(
      ({ status, text }) => status === 200 && text.includes('"is_blocked":0'),
    ),
  'call info': (world, as) =>
    callAs(world, as, '/members/profile/get-member-info', { user_id: world.owner.id }).then(
      ({ status }) => status === 200,
    ),
  'call friends': (world, as) =>
    callAs(world, as, '/user/get-friend-list', { user_id: world.owner.id }).then(
      ({ status }) => status === 200,
    ),
  'call albums': (world, as) =>
    callAs(world, as, '/albums', { user_id: world.owner.id }).then(({ text }) =>
      text.includes(`"album_id":${world.albumId},`),
    ),
  'call album': (world, as) =>
    callAs(world, as, `/albums/view/${world.albumId}`).then(({ status }) => status === 200),
  'call videos': (world, as) =>
    callAs(world, as, '/advancedvideos/browse', { user_id: world.owner.id }).then(({ text }) =>
      text.includes(`"video_id":${world.videoId},`),
    ),
  'call stories': (world, as) =>
    callAs(world, as, '/advancedactivity/stories/browse', { user_id: world.owner.id }).then(
      ({ text }) => text.includes(`"story_id":${world.storyId}`),
    ),
  'feed of the wall': (world, as) =>
    callAs(world, as, '/advancedactivity/feeds', {
      subject_type: 'user',
      subject_id: world.owner.id,
    }).then(({ text }) => text.includes('Rambling about quinces')),
  'feed of everybody': (world, as) =>
    callAs(world, as, '/advancedactivity/feeds').then(({ text }) =>
      text.includes('Rambling about quinces'),
    ),
  'search by name': (world, as) => found(world, as, 'Ottoline'),
  'search for posts': (world, as) =>
    callAs(world, as, '/search', { query: 'quinces' }).then(({ text }) =>
      text.includes(`"action_id":${world.postId},`),
    ),
  'file of an album': file('albumPhoto'),
  'file of a post': file('postPhoto'),
  'file of a story': file('storyPhoto'),
} satisfies Record<string, Look>;

/**
 * Paths with the list of friends or its count. The owner has five friends; those behind a block are
 * seen by the owner only.
 */
export const friendPaths = {
  'list on the screen': (world, as) =>
    openPage(world, `/profile/${world.owner.id}/friends`, as).then(({ text }) =>
      text.includes('Bettina Between'),
    ),
  'faces beside posts': (world, as) =>
    openPage(world, `/profile/${world.owner.id}/posts`, as).then(({ text }) =>
      text.includes('title="Bettina Between"'),
    ),
  'number on the screen': (world, as) =>
    openPage(world, `/profile/${world.owner.id}/info`, as).then(({ text }) =>
      /\d friends?<\/a>/.test(text),
    ),
  'number in Open Graph': includes(/og:description" content="[^"]*\d friend/),
  'list of the call': (world, as) =>
    callAs(world, as, '/user/get-friend-list', { user_id: world.owner.id }).then(({ text }) =>
      text.includes('Bettina Between'),
    ),
  // The owner has accepted a friend whose own list is visible to everybody.
  'activity post of a friendship': (world, as) =>
    callAs(world, as, '/advancedactivity/feeds').then(({ text }) =>
      text.includes('Ottoline Quagga is now friends with Newton Nettle'),
    ),
  'number of the call': (world, as) =>
    callAs(world, as, `/user/profile/${world.owner.id}`).then(({ text }) =>
      /"friend_count":[1-9]/.test(text),
    ),
} satisfies Record<string, Look>;

const showsDetail =
  (tab: string, onScreen: string): Look =>
  (world, as) =>
    openPage(world, `/profile/${world.owner.id}/${tab}`, as).then((answer) =>
      answer.text.replaceAll(/>\s+|\s+</g, (edge) => edge.trim()).includes(`>${onScreen}<`),
    );

/** Paths with the member's details. In the right column an address has no scheme. */
export const detailPaths = (text: string, onScreen: string) =>
  ({
    'screen info': showsDetail('info', onScreen),
    'beside posts': showsDetail('posts', onScreen.replace('https://', '')),
    'beside albums': showsDetail('albums', onScreen.replace('https://', '')),
    'call info': (world, as) =>
      callAs(world, as, '/members/profile/get-member-info', { user_id: world.owner.id }).then(
        (answer) => answer.text.includes(`"${onScreen === 'Other' ? onScreen : text}"`),
      ),
  }) satisfies Record<string, Look>;

/** The location is in the profile of native clients as well. */
export const locationPath = (location: string) =>
  ({
    'call profile': (world, as) =>
      callAs(world, as, `/user/profile/${world.owner.id}`).then((answer) =>
        answer.text.includes(`"${location}"`),
      ),
  }) satisfies Record<string, Look>;

/** Paths on which a detail must not be readable, by anybody. */
export const elsewhere = (text: string, onScreen: string, isLocation: boolean) => {
  const isIn = (answers: Answer[]) =>
    answers.some((answer) => answer.text.includes(text) || answer.text.includes(onScreen));
  return {
    'other screens': async (world, as) =>
      isIn(
        await Promise.all(
          [
            '/home',
            '/search?query=Ottoline',
            `/posts/${world.postId}`,
            `/profile/${world.friend.id}/friends`,
          ].map((path) => openPage(world, path, as)),
        ),
      ),
    'other calls': async (world, as) => {
      const { id } = world.owner;
      return isIn(
        await Promise.all([
          ...(isLocation ? [] : [callAs(world, as, `/user/profile/${id}`)]),
          callAs(world, as, '/user/get-friend-list', { user_id: id }),
          callAs(world, as, '/members/index/get-lists', { userIds: id }),
        ]),
      );
    },
    search: (world, as) => found(world, as, text),
  } satisfies Record<string, Look>;
};

/** Paths that show whether the viewer may send a friend request. */
export const askPaths = {
  'button on the screen': (world, as) =>
    openPage(world, `/profile/${world.owner.id}/info`, as).then(({ text }) =>
      text.includes('Add friend Ottoline'),
    ),
  'relationship in the call': (world, as) =>
    callAs(world, as, `/user/profile/${world.owner.id}`).then(({ text }) =>
      text.includes('"friendship_type":"add_friend"'),
    ),
  asking: async (world, as) => {
    const { status } = await callAs(world, as, '/user/add', { user_id: world.owner.id }, 'POST');
    await callAs(world, as, '/user/cancel', { user_id: world.owner.id }, 'POST');
    return status === 200;
  },
} satisfies Record<string, Look>;

/** Paths that show whether the viewer may start a conversation. */
export const messagePaths = {
  'relationship in the call': (world, as) =>
    callAs(world, as, `/user/profile/${world.owner.id}`).then(({ text }) =>
      text.includes('"can_message":1'),
    ),
  'list of recipients': (world, as) =>
    callAs(world, as, '/messages/recipients', { search: 'Ottoline' }).then(({ text }) =>
      text.includes(`"user_id":${world.owner.id},`),
    ),
  writing: (world, as) =>
    callAs(
      world,
      as,
      '/messages/compose',
      { toValues: world.owner.id, title: 'Quinces', body: 'Have you any?' },
      'POST',
    ).then(({ status }) => status === 200),
} satisfies Record<string, Look>;

/** Paths on which strangers find members. */
export const findingPaths = {
  'search by name': (world, as) => found(world, as, 'Ottoline'),
  'search by username': (world, as) => found(world, as, world.owner.username),
  'search for a name nearly like it': (world, as) => found(world, as, 'Otoline Quaga'),
  'list of members': (world, as) =>
    callAs(world, as, '/members', { displayname: 'Ottoline' }).then(({ text }) =>
      text.includes(`"user_id":${world.owner.id},`),
    ),
  suggestions: (world, as) =>
    callAs(world, as, '/suggestions/suggestion-listing', { limit: 50 }).then(({ text }) =>
      text.includes(`"user_id":${world.owner.id},`),
    ),
} satisfies Record<string, Look>;

/** Permissions of search engines. */
export const enginePaths = {
  sitemap: paths.sitemap,
  'JSON-LD': paths['JSON-LD'],
  'header and tag': async (world, as) => {
    const { headers, text, status } = await openPage(world, `/profile/${world.owner.id}/posts`, as);
    return (
      status === 200 && headers.get('x-robots-tag') === null && !text.includes('name="robots"')
    );
  },
} satisfies Record<string, Look>;
