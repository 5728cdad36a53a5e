import { Globe, Lock, Users, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { albumPath } from '#domains/media/albums/albums.rules.ts';
import { audienceTips } from '#domains/policy/audience.rules.ts';
import { activityHeadline } from '#domains/posts/activity-headline.rules.ts';
import type { FeedAction } from '#domains/posts/feed-item.schema.ts';
import { feelingPhrase } from '#domains/posts/feelings/feeling-phrase.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { fromWireType, toWireType } from '#lib/wire-names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';

const icons: Record<Audience, IconNode> = { everyone: Globe, friends: Users, onlyme: Lock };

export const authorHref = (feed: Pick<FeedAction, 'subject_type' | 'subject_id'>) =>
  feed.subject_type === toWireType('page')
    ? `/pages/page/${feed.subject_id}`
    : `/profile/${feed.subject_id}`;

export interface PostHeaderProps {
  feed: FeedAction;
  nameId?: string;
  now: string;
  timeZone?: string | undefined;
  menu?: ReactNode;
  isAlone?: boolean;
  isFirst?: boolean;
}

function Tagged({ feed, isMore }: { feed: FeedAction; isMore: boolean }) {
  if (!feed.tags.length) return null;
  return (
    <>
      {isMore && ' and'} tagged{' '}
      {feed.tags.map(({ tag_id, tag_obj }, index) => (
        <span key={tag_id}>
          {index > 0 && (index === feed.tags.length - 1 ? ' and ' : ', ')}
          <a href={`/profile/${tag_id}`}>
            <bdi>{tag_obj.displayname}</bdi>
          </a>
        </span>
      ))}
    </>
  );
}

/**
 * What it is besides words: ' shared a post', ' added 3 photos to the album Summer', ' is now
 * friends with Bo'.
 */
function Deed({ feed }: { feed: FeedAction }) {
  const { album, friend } = feed.params;
  const { text, ...named } = activityHeadline({
    type: feed.type,
    photoCount: feed.photo_attachment_count,
    album,
    friend,
    sharedType: feed.share_params_type && fromWireType(feed.share_params_type),
  });
  if (!text) return null;
  return (
    <>
      {` ${text}`}
      {named.album && (
        <>
          {' '}
          <a href={albumPath(feed.subject_id, named.album.album_id)} dir="auto">
            {named.album.title}
          </a>
        </>
      )}
      {named.friend && (
        <>
          {' '}
          <a href={`/profile/${named.friend.user_id}`}>
            <bdi>{named.friend.displayname}</bdi>
          </a>
        </>
      )}
    </>
  );
}

export function PostHeader({
  feed,
  nameId,
  now,
  timeZone,
  menu,
  isAlone,
  isFirst,
}: PostHeaderProps) {
  const moment = parseWire(feed.date)!;
  const edited = feed.modified_date > feed.date ? parseWire(feed.modified_date) : null;
  const tip = audienceTips[feed.privacy];
  const Name = isAlone ? 'h1' : 'h2';
  return (
    <header className="post-header">
      <a href={authorHref(feed)} tabIndex={-1} aria-hidden="true">
        <Avatar
          name={feed.subjectIformation.displayname}
          src={feed.subjectIformation.image_icon}
          eager={isFirst}
        />
      </a>
      <div className="post-who">
        <div className="post-line">
          <Name className="post-author" id={nameId} {...(isAlone ? { tabIndex: -1 } : {})}>
            <a href={authorHref(feed)}>
              <bdi>{feed.subjectIformation.displayname}</bdi>
            </a>
          </Name>
          {feed.params.feelings && ` is ${feelingPhrase(feed.params.feelings)}`}
          <Deed feed={feed} />
          <Tagged feed={feed} isMore={Boolean(feed.params.feelings) || feed.type === 'share'} />
        </div>
        <p className="post-when">
          <a href={`/posts/${feed.action_id}`}>
            <time dateTime={moment.toISOString()} title={fullDate(moment, timeZone ?? 'UTC')}>
              {timestampLabel(moment, parseWire(now)!, timeZone)}
            </time>
          </a>
          {edited && (
            <span className="post-edited">
              ·{' '}
              <time
                dateTime={edited.toISOString()}
                title={`Edited ${fullDate(edited, timeZone ?? 'UTC')}`}
              >
                {/* On its own page in words: a finger and the keyboard never see a tooltip. */}
                edited
                {isAlone ? (
                  ` ${timestampLabel(edited, parseWire(now)!, timeZone)}`
                ) : (
                  <span className="sr-only"> {fullDate(edited, timeZone ?? 'UTC')}</span>
                )}
              </time>
            </span>
          )}
          {/* The keyboard reaches the date beside it, and so reads the icon's name. */}
          <span className="post-privacy tip-along" data-tip={tip} role="img" aria-label={tip}>
            <Icon of={icons[feed.privacy]} />
          </span>
        </p>
      </div>
      {menu && <div className="post-menu">{menu}</div>}
    </header>
  );
}
