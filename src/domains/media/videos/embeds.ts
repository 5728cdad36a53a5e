/** A video of another site, played in a frame. */
export interface Embed {
  /** attachment_video_type: 1 YouTube, 6 another frame. */
  type: 1 | 6;
  provider: 'YouTube' | 'Vimeo';
  /**
   * The URL of the frame: the provider's player without cookies before playing, without autoplay.
   */
  player: string;
  /** The video's page at the provider. */
  page: string;
  /** The provider's oEmbed URL (JSON), for the title. */
  oembed: string;
}

const oembed = {
  YouTube: 'https://www.youtube.com/oembed?format=json&url=',
  Vimeo: 'https://vimeo.com/api/oembed.json?url=',
};
const withOembed = (embed: Omit<Embed, 'oembed'>): Embed => ({
  ...embed,
  oembed: oembed[embed.provider] + encodeURIComponent(embed.page),
});

/** The player with autoplay, after a press on the poster. */
export const playingAddress = ({ player }: Embed): string =>
  player.replace('autoplay=0', 'autoplay=1');

const youtubeHosts = new Set([
  'youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
]);
const vimeoHosts = new Set(['vimeo.com', 'player.vimeo.com']);

/**
 * The two providers that may be framed (Content-Security-Policy, frame-src); null for every other
 * URL.
 */
export function findEmbed(address: string): Embed | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return null;
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'youtu.be') return youtube(url.pathname.slice(1), url);
  if (youtubeHosts.has(host))
    return youtube(
      url.pathname === '/watch'
        ? url.searchParams.get('v')
        : /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/.exec(url.pathname)?.[1],
      url,
    );
  return vimeoHosts.has(host) ? vimeo(url) : null;
}

function youtube(id: string | null | undefined, url: URL): Embed | null {
  if (!id || !/^[\w-]{11}$/.test(id)) return null;
  const start = toSeconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  return withOembed({
    type: 1,
    provider: 'YouTube',
    player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=0${start ? `&start=${start}` : ''}`,
    page: `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}s` : ''}`,
  });
}

/** `90`, `90s` or `1h2m3s`; 0 if absent. */
function toSeconds(duration: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(duration);
  if (!match) return 0;
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function vimeo(url: URL): Embed | null {
  const match =
    /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{3,15})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(
      url.pathname,
    );
  if (!match) return null;
  // Unlisted videos have a second key in their URL.
  const [, id, path] = match;
  const asked = url.searchParams.get('h');
  const key = path ?? (asked && /^[0-9a-f]{6,20}$/.test(asked) ? asked : undefined);
  return withOembed({
    type: 6,
    provider: 'Vimeo',
    player: `https://player.vimeo.com/video/${id}?autoplay=0&dnt=1${key ? `&h=${key}` : ''}`,
    page: `https://vimeo.com/${id}${key ? `/${key}` : ''}`,
  });
}
