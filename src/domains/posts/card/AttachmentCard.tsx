import type { AttachmentModel } from '#domains/posts/posts.model.ts';
import { pressCall } from '#lib/form-call.ts';
import { itemPath } from '#lib/item-path.ts';
import { attachmentBody, counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';

/** Address of a link, or of another item of the site. */
const hrefOf = ({ type, id, uri }: AttachmentModel): string => itemPath(type, id) ?? uri;

const hostOf = (uri: string) =>
  URL.canParse(uri) ? new URL(uri).hostname.replace(/^www\./, '') : '';

/** Small or tall pictures are placed beside the text, where they are not enlarged or cropped. */
const isSmall = (picture: AttachmentModel['images']['main']) =>
  picture !== undefined && (picture.width < 400 || picture.width < picture.height * 1.2);

/** A link with its preview, or another item of the site. */
export function AttachmentCard({ attachment }: { attachment: AttachmentModel }) {
  const href = hrefOf(attachment);
  const isLink = attachment.type === 'link';
  const preview = attachment.card;
  const title = attachment.title || preview?.title || href;
  const text = attachment.body || preview?.description || '';
  const site = preview?.site || (isLink ? hostOf(href) : '');
  const picture = attachment.images.medium;
  const { container } = attachment;
  const card = (
    <a
      className={classes('attachment', isSmall(attachment.images.main) && 'attachment-beside')}
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
        {container && (
          <span className="attachment-body">{counted(container.memberCount, 'member')}</span>
        )}
      </span>
    </a>
  );
  if (!container) return card;
  return (
    <div className="attachment-container">
      {container.cover && <img src={container.cover} alt="" loading="lazy" decoding="async" />}
      {card}
      {container.join && (
        <Button variant="primary" {...pressCall(container.join)} aria-label={`Join ${title}`}>
          Join
        </Button>
      )}
    </div>
  );
}
