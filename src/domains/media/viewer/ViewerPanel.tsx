import type { ReactNode } from 'react';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Truncate } from '#ui/Truncate.tsx';
import type { ViewerItem } from './viewer.schema.ts';
import './answer-actions.css';
import './viewer-panel.css';

export interface ViewerPanelProps {
  item: ViewerItem;
  /** '3 likes · 1 comment · 40 views' */
  counts: string;
  /** Wire time to count days from. */
  now: string;
  /** Of the reader, if that is known. */
  timeZone?: string | undefined;
  /** Where its words stand with everything else of it. */
  postHref: string;
  actions?: ReactNode;
  comments?: ReactNode;
}

/** Whose it is, what it shows, how it was received. */
export function ViewerPanel({
  item,
  counts,
  now,
  timeZone,
  postHref,
  actions,
  comments,
}: ViewerPanelProps) {
  const moment = parseWire(item.creation_date)!;
  const profile = `/profile/${item.owner_id}`;
  const alt = item.picture?.alt;
  return (
    <>
      <header className="viewer-owner">
        <a href={profile} tabIndex={-1} aria-hidden="true">
          <Avatar name={item.owner_title} src={item.owner_image} size={40} eager />
        </a>
        <div className="viewer-owner-text">
          <a className="viewer-owner-name" href={profile}>
            <bdi>{item.owner_title}</bdi>
          </a>
          <a className="viewer-date" href={postHref}>
            <time dateTime={moment.toISOString()} title={fullDate(moment, timeZone ?? 'UTC')}>
              {timestampLabel(moment, parseWire(now)!, timeZone)}
            </time>
          </a>
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
