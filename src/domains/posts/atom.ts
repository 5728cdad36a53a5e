import { shorten } from '#lib/text.ts';
import { toWireType } from '#lib/wire-names.ts';
import { xml } from '#lib/xml.ts';
import type { Attachment, FeedItem } from './feed-item.schema.ts';
import { postMeta } from './post-meta.ts';

/** `YYYY-MM-DD HH:MM:SS` of the wire as RFC 3339. */
const iso = (wire: string) => `${wire.replace(' ', 'T')}Z`;

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((part) => `<p>${xml(part).replaceAll('\n', '<br/>')}</p>`)
    .join('');

function attachmentHtml(
  {
    attachment_type: type,
    image_medium: image,
    picture,
    title,
    uri,
    shared_post_data: shared,
  }: Attachment,
  url: string,
): string {
  if (shared)
    return shared[0]
      ? `<blockquote><p>${xml(shared[0].feed.subjectIformation.displayname)}</p>${html(shared[0], url)}</blockquote>`
      : '';
  const link = type === toWireType('link') || (type === 'video' && uri) ? uri : url;
  const still =
    image &&
    `<img src="${xml(image.src)}" width="${image.width}" height="${image.height}" alt="${xml(picture?.alt || title)}"/>`;
  const label = still || (link === uri ? xml(title || uri) : '');
  return label ? `<p><a href="${xml(link)}">${label}</a></p>` : '';
}

/** What a post shows, as HTML; empty where nothing of it is left to show. */
const html = ({ feed }: FeedItem, url: string): string =>
  paragraphs(feed.body) + feed.attachment.map((one) => attachmentHtml(one, url)).join('');

/** An entry of the Atom feed, or nothing for a post without content. @param origin PUBLIC_ORIGIN */
export function atomEntry(item: FeedItem, origin: string): string | undefined {
  const { feed } = item;
  const { url, image, description } = postMeta(item, [], origin);
  const content = html(item, url);
  if (!content) return undefined;
  const title = shorten(feed.body.replace(/\s+/g, ' ').trim() || description, 80, 76);
  return [
    `<entry><id>${url}</id>`,
    `<title>${xml(title)}</title>`,
    `<link href="${url}"/>`,
    image ? `<link rel="enclosure" type="image/webp" href="${xml(image.src)}"/>` : '',
    `<author><name>${xml(feed.subjectIformation.displayname)}</name></author>`,
    `<published>${iso(feed.date)}</published><updated>${iso(feed.modified_date)}</updated>`,
    `<content type="html">${xml(content)}</content></entry>`,
  ].join('');
}

/** @param posts newest first */
export function atomFeed(
  posts: FeedItem[],
  { origin, name }: { origin: string; name: string },
): string {
  const entries = posts.flatMap((post) => atomEntry(post, origin) ?? []);
  const updated =
    posts
      .map(({ feed }) => iso(feed.modified_date))
      .toSorted()
      .at(-1) ?? new Date(0).toISOString();
  return [
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${origin}/</id>`,
    `<title>${xml(name)}</title>`,
    `<link rel="self" href="${origin}/feed.xml"/><link href="${origin}/"/>`,
    `<updated>${updated}</updated>`,
    ...entries,
    '</feed>',
  ].join('');
}
