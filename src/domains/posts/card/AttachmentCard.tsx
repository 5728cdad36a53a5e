import type { Attachment } from '#domains/posts/feed-item.schema.ts';
import { attachmentBody } from '#lib/text.ts';
import { toWireType } from '#lib/wire-names.ts';
import { classes } from '#ui/classes.ts';

/** Where a page, a group or an event lives; links go where they say. */
function hrefOf({ attachment_type, attachment_id, uri }: Attachment): string {
  if (attachment_type === toWireType('page')) return `/pages/page/${attachment_id}`;
  if (attachment_type === 'group') return `/groups/group/${attachment_id}`;
  if (attachment_type === 'event') return `/events/event/${attachment_id}`;
  return uri;
}

const hostOf = (uri: string) =>
  URL.canParse(uri) ? new URL(uri).hostname.replace(/^www\./, '') : '';

/**
 * Logos and the like stand beside the text: across the card they would be blurred, or cut to a
 * strip.
 */
const isSmall = (picture: Attachment['image_main']) =>
  picture !== undefined && (picture.width < 400 || picture.width < picture.height * 1.2);

/** A link with what is known of it, or another item of the site. */
export function AttachmentCard({ attachment }: { attachment: Attachment }) {
  const href = hrefOf(attachment);
  const isLink = attachment.attachment_type === toWireType('link');
  const preview = attachment.og_data?.openGraph;
  const title = attachment.title || preview?.title || href;
  const text = attachment.body || preview?.description || '';
  const site = preview?.site_name || (isLink ? hostOf(href) : '');
  const picture = attachment.image_medium;
  return (
    <a
      className={classes('attachment', isSmall(attachment.image_main) && 'attachment-beside')}
      href={href}
      {...(isLink ? { rel: 'nofollow ugc noopener', target: '_blank' } : {})}
    >
      {picture && (
        <img
          src={picture.src}
          width={picture.width}
          height={picture.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <span className="attachment-text">
        {site && <span className="attachment-site">{site}</span>}
        <span className="attachment-title" dir="auto">
          {title}
        </span>
        {text && (
          <span className="attachment-body" dir="auto">
            {attachmentBody(text)}
          </span>
        )}
      </span>
    </a>
  );
}
