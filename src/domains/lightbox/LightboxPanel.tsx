import type { ReactNode } from 'react';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { itemPath } from '#lib/item-path.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Truncate } from '#ui/Truncate.tsx';
import type { LightboxItemModel } from './lightbox.model.ts';
import './answer-actions.css';
import './lightbox-panel.css';

export interface LightboxPanelProps {
  item: LightboxItemModel;
  /** '3 likes · 1 comment · 40 views' */
  counts: string;
  /** Wire time to count days from. */
  now: string;
  /** The reader's time zone, if known. */
  timeZone?: string | undefined;
  /** Path of the post, album or comment that it belongs to. */
  postHref: string;
  actions?: ReactNode;
  comments?: ReactNode;
}

/** Owner, description and numbers of an item. */
export function LightboxPanel({
  item,
  counts,
  now,
  timeZone,
  postHref,
  actions,
  comments,
}: LightboxPanelProps) {
  const { owner } = item;
  const createdAt = parseWire(item.createdAt)!;
  const profile = itemPath(owner.type, owner.id);
  const alt = item.picture?.alt;
  return (
    <>
      <header className="viewer-owner">
        <a href={profile} tabIndex={-1} aria-hidden="true">
          <Avatar name={owner.name} src={owner.image} size={40} eager />
        </a>
        <div className="viewer-owner-text">
          <a className="viewer-owner-name" href={profile}>
            <bdi>{owner.name}</bdi>
          </a>
          <span className="viewer-date">
            <a href={postHref}>
              <time
                dateTime={createdAt.toISOString()}
                title={fullDate(createdAt, timeZone ?? 'UTC')}
              >
                {timestampLabel(createdAt, parseWire(now)!, timeZone)}
              </time>
            </a>
            {item.isPaid && ' · Paid post'}
          </span>
        </div>
      </header>
      {item.title && (
        <p className="viewer-title" dir="auto">
          {item.title}
        </p>
      )}
      {item.description && (
        <div className="viewer-description" dir="auto">
          <Truncate text={item.description} />
        </div>
      )}
      {alt && alt !== item.description && (
        <p className="viewer-alt" dir="auto">
          {alt}
        </p>
      )}
      <p className="viewer-counts">{counts}</p>
      {actions && <div className="answer-actions">{actions}</div>}
      {comments}
    </>
  );
}

/** Links the photo of a comment to its comment. */
export const CommentLink = ({ href }: { href: string }) => (
  <a className="thread-page" href={href}>
    See the comment
  </a>
);
