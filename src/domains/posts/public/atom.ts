import type { AttachmentModel, PostModel } from '#domains/posts/posts.model.ts';
import { shorten } from '#lib/text.ts';
import { xml } from '#lib/xml.ts';
import { postMeta } from './post-meta.ts';

/** Wire time `YYYY-MM-DD HH:MM:SS` as RFC 3339. */
const iso = (wire: string) => `${wire.replace(' ', 'T')}Z`;

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((part) => `<p>${xml(part).replaceAll('\n', '<br/>')}</p>`)
    .join('');

function attachmentHtml(attachment: AttachmentModel, url: string): string {
  const { type, picture, title, uri, original } = attachment;
  if (original === null) return '';
  if (original)
    return `<blockquote><p>${xml(original.author.displayname)}</p>${html(original, url)}</blockquote>`;
  const image = attachment.images.medium;
  const link = type === 'link' || (type === 'video' && uri) ? uri : url;
  const still =
    image &&
    `<img src="${xml(image.src)}" width="${image.width}" height="${image.height}" alt="${xml(picture?.alt || title)}"/>`;
  const label = still || (link === uri ? xml(title || uri) : '');
  return label ? `<p><a href="${xml(link)}">${label}</a></p>` : '';
}

/** The content of a post as HTML; may be empty. */
const html = ({ body, attachments }: PostModel, url: string): string =>
  paragraphs(body) + attachments.map((one) => attachmentHtml(one, url)).join('');

/** An entry of the Atom feed, or nothing for a post without content. @param origin PUBLIC_ORIGIN */
function atomEntry(post: PostModel, origin: string): string | undefined {
  const { url, image, description } = postMeta(post, [], origin);
  const content = html(post, url);
  if (!content) return undefined;
  const title = shorten(post.body.replace(/\s+/g, ' ').trim() || description, 80, 76);
  return [
    `<entry><id>${url}</id>`,
    `<title>${xml(title)}</title>`,
    `<link href="${url}"/>`,
    image ? `<link rel="enclosure" type="image/webp" href="${xml(image.src)}"/>` : '',
    `<author><name>${xml(post.author.displayname)}</name></author>`,
    post.isPaid ? '<category term="paid-post" label="Paid post"/>' : '',
    `<published>${iso(post.publishedAt)}</published><updated>${iso(post.modifiedAt)}</updated>`,
    `<content type="html">${xml(content)}</content></entry>`,
  ].join('');
}

/**
 * @param posts newest first
 * @param path of the page that they stand on; '' for the whole site
 * @param feedPath of the feed itself, by default below that page
 */
export function atomFeed(
  posts: PostModel[],
  {
    origin,
    name,
    path = '',
    feedPath = `${path}/feed.xml`,
  }: { origin: string; name: string; path?: string; feedPath?: string | undefined },
): string {
  const entries = posts.flatMap((post) => atomEntry(post, origin) ?? []);
  const updated =
    posts
      .map(({ modifiedAt }) => iso(modifiedAt))
      .toSorted()
      .at(-1) ?? new Date(0).toISOString();
  return [
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${origin}${path || '/'}</id>`,
    `<title>${xml(name)}</title>`,
    `<link rel="self" href="${origin}${feedPath}"/><link href="${origin}${path || '/'}"/>`,
    `<updated>${updated}</updated>`,
    ...entries,
    '</feed>',
  ].join('');
}
