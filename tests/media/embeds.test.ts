import { describe, expect, test } from 'vitest';
import { findEmbed, playingAddress } from '#domains/media/videos/embeds.ts';

const id = 'dQw4w9WgXcQ';
const player = `https://www.youtube-nocookie.com/embed/${id}?autoplay=0`;
const page = `https://www.youtube.com/watch?v=${id}`;

describe('YouTube', () => {
  test.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?feature=shared&v=${id}#top`,
    `https://m.youtube.com/watch?v=${id}&list=PL1`,
    `https://music.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${id}`,
  ])('%s', (address) => {
    expect(findEmbed(address)).toEqual({
      type: 1,
      provider: 'YouTube',
      player,
      page,
      oembed: `https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}`,
    });
  });
  test.each([
    ['90', 90],
    ['90s', 90],
    ['1m30s', 90],
    ['1h2m3s', 3723],
    ['2m', 120],
  ])('begins at t=%s', (start, seconds) => {
    expect(findEmbed(`https://youtu.be/${id}?t=${start}`)).toMatchObject({
      player: `${player}&start=${seconds}`,
      page: `${page}&t=${seconds}s`,
    });
  });
  test('an invalid start time is ignored', () => {
    expect(findEmbed(`https://youtu.be/${id}?t=1%26autoplay%3D1`)).toMatchObject({ player });
  });
});

test('a pressed player plays at once', () => {
  const playing = ['https://youtu.be/dQw4w9WgXcQ?t=5', 'https://vimeo.com/76979871/0123abcdef'].map(
    (address) => playingAddress(findEmbed(address)!),
  );
  expect(playing).toEqual([
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=5',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0123abcdef',
  ]);
});

describe('Vimeo', () => {
  test.each([
    ['https://vimeo.com/76979871', '76979871', ''],
    ['https://www.vimeo.com/76979871?share=copy', '76979871', ''],
    ['https://player.vimeo.com/video/76979871?autoplay=1', '76979871', ''],
    ['https://vimeo.com/channels/staffpicks/76979871', '76979871', ''],
    ['https://vimeo.com/groups/name/videos/76979871/', '76979871', ''],
    ['https://vimeo.com/76979871/0123abcdef', '76979871', '0123abcdef'],
    ['https://player.vimeo.com/video/76979871?h=0123abcdef', '76979871', '0123abcdef'],
  ])('%s', (address, video, key) => {
    expect(findEmbed(address)).toMatchObject({
      type: 6,
      provider: 'Vimeo',
      player: `https://player.vimeo.com/video/${video}?autoplay=0&dnt=1${key && `&h=${key}`}`,
      page: `https://vimeo.com/${video}${key && `/${key}`}`,
    });
  });
});

test.each([
  '',
  'dQw4w9WgXcQ',
  'https://example.org/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://user@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'ftp://youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript:alert("youtube.com/watch?v=dQw4w9WgXcQ")',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXc"',
  'https://www.youtube.com/embed/../dQw4w9WgXcQ',
  'https://www.youtube.com/redirect?q=https://example.org',
  'https://vimeo.com/',
  'https://vimeo.com/about',
  'https://vimeo.com/76979871/../../x',
  'https://vimeo.com/76979871/"onload',
])('%s is not framed', (address) => {
  expect(findEmbed(address)).toBeNull();
});
