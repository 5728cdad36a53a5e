import { expect, test } from 'vitest';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { atomFeed } from '#domains/posts/public/atom.ts';
import { postMeta as metaOf } from '#domains/posts/public/post-meta.ts';
import { canonicalAddress } from '#lib/canonical.ts';
import { wirePost, wireShare } from '../support/wire-post.ts';

const origin = 'https://hearth.example';
const image = (width: number) => ({
  src: `/media/7/${width}.webp`,
  width,
  height: width / 2,
  size: { width, height: width / 2 },
});
const images = {
  image_main: image(1600),
  image_medium: image(640),
  image_normal: image(320),
  image_profile: image(320),
  image_icon: image(160),
};

const post = (id: number, body: string, attachment: object[] = []) =>
  wirePost({
    action_id: id,
    body,
    date: '2026-11-01 10:00:00',
    modified_date: '2026-11-02 10:00:00',
    attachment,
  });
const postMeta = (item: FeedItem) => metaOf(toPost(item), [], origin);
const photo = {
  attachment_type: 'album_photo',
  title: '',
  ...images,
  picture: { alt: 'A heron in the reeds' },
};
const film = {
  attachment_type: 'video',
  title: 'The swim',
  ...images,
  attachment_video_url: '/media/7/video',
  video: { status: 1, duration: 12 },
};
const song = {
  attachment_type: 'video',
  title: '',
  uri: 'https://youtu.be/x',
  ...images,
  attachment_video_url: 'https://www.youtube-nocookie.com/embed/x',
};
const link = { attachment_type: 'core_link', title: 'Bread', uri: 'https://oven.example/bread' };

test('a photo is described as its author has described it', () => {
  const { image: shown, jsonLd } = postMeta(post(1, 'Look', [photo]));
  expect(shown).toEqual({
    src: `${origin}/media/7/1600.webp`,
    width: 1600,
    height: 800,
    alt: 'A heron in the reeds',
  });
  expect(jsonLd).toMatchObject({ image: `${origin}/media/7/1600.webp` });
  expect(jsonLd).not.toHaveProperty('video');
});

test('a video is shown by its still', () => {
  expect(postMeta(post(1, '', [film]))).toMatchObject({
    image: { src: `${origin}/media/7/1600.webp`, alt: 'The swim' },
    jsonLd: {
      video: {
        '@type': 'VideoObject',
        name: 'The swim',
        thumbnailUrl: `${origin}/media/7/1600.webp`,
        contentUrl: `${origin}/media/7/video`,
        duration: 'PT12S',
      },
    },
  });
  const { jsonLd } = postMeta(post(1, '', [song]));
  expect(jsonLd).toMatchObject({
    video: { name: 'Video by Ada Quill', embedUrl: 'https://www.youtube-nocookie.com/embed/x' },
  });
});

test('a share names what it shares, and nothing where that is hidden', () => {
  const shared = postMeta(post(2, 'See', [wireShare(post(1, 'The first', [photo]))]));
  expect(shared.jsonLd).toMatchObject({
    sharedContent: {
      '@type': 'SocialMediaPosting',
      url: `${origin}/posts/1`,
      articleBody: 'The first',
    },
  });
  expect(shared.image?.alt).toBe('A heron in the reeds');
  expect(postMeta(post(2, 'See', [link])).jsonLd).toMatchObject({
    sharedContent: { '@type': 'WebPage', url: 'https://oven.example/bread', name: 'Bread' },
  });
  expect(postMeta(post(2, 'See', [wireShare()])).jsonLd).not.toHaveProperty('sharedContent');
});

test('a post of a member in a container is a discussion, with names alone', () => {
  const inContainer = { body: 'Oars up', object_type: 'group', object_id: 9 };
  const inGroup = wirePost(inContainer);
  const comment = {
    id: 4,
    body: 'Up!',
    createdAt: '2026-11-01 11:00:00',
    author: { id: 5, name: 'Bo Reed' },
  } as PlainCommentModel;
  const { jsonLd } = metaOf(toPost(inGroup), [comment], origin);
  expect(jsonLd).toMatchObject({
    '@type': 'DiscussionForumPosting',
    isPartOf: { '@type': 'WebPage', url: `${origin}/groups/group/9` },
    articleBody: 'Oars up',
  });
  const { author, comment: shown } = jsonLd as { author: object; comment: [{ author: object }] };
  expect([author, shown[0].author]).toEqual([
    { '@type': 'Person', name: 'Ada Quill' },
    { '@type': 'Person', name: 'Bo Reed' },
  ]);
  const inItsName = wirePost({ ...inContainer, subject_type: 'group', subject_id: 9 });
  expect(postMeta(inItsName).jsonLd).toMatchObject({
    '@type': 'SocialMediaPosting',
    author: { '@type': 'Organization' },
  });
});

test('the feed shows photos, links and what was shared, and leaves out posts without content', () => {
  const posts = [
    post(5, 'Two\n\n<b> & three', [photo]),
    post(4, '', [wireShare(post(1, 'The first'))]),
    post(3, '', [wireShare()]),
    post(2, '', [link]),
  ];
  const feed = atomFeed(posts.map(toPost), { origin, name: 'Mill & brook' });
  expect([...feed.matchAll(/<entry><id>([^<]*)</g)].map(([, id]) => id)).toEqual(
    [5, 4, 2].map((id) => `${origin}/posts/${id}`),
  );
  expect(feed).toContain('<title>Mill &amp; brook</title>');
  expect(feed).toContain('&lt;p&gt;&amp;lt;b&amp;gt; &amp;amp; three&lt;/p&gt;');
  expect(feed).toContain('alt=&quot;A heron in the reeds&quot;');
  expect(feed).toContain(
    `<link rel="enclosure" type="image/webp" href="${origin}/media/7/1600.webp"/>`,
  );
  expect(feed).toContain('The first');
  expect(feed).toContain('https://oven.example/bread');
  expect(feed).not.toMatch(/<content[^>]*><\/content>/);
  expect(feed).toContain('<updated>2026-11-02T10:00:00Z</updated>');
});

test.each([
  ['page=2', 'page', '?page=2'],
  ['page=1', 'page', ''],
  ['page=02&utm_source=x', 'page', ''],
  ['comments=3&page=2', 'comments', '?comments=3'],
  ['before=41', 'before', '?before=41'],
] as const)('the canonical address of ?%s', (query, name, kept) => {
  expect(canonicalAddress(`${origin}/profile/3/albums`, new URLSearchParams(query), name)).toBe(
    `${origin}/profile/3/albums${kept}`,
  );
});
