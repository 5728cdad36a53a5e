import { Globe, Lock, Users, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import type { HeadlineItem } from '#domains/activities/headline.rules.ts';
import { audienceTips } from '#domains/policy/audience.rules.ts';
import { feelingPhrase } from '#domains/posts/feelings/feeling-phrase.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { itemPath } from '#lib/item-path.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';

const icons: Record<Audience, IconNode> = { everyone: Globe, friends: Users, onlyme: Lock };

const authorHref = ({ type, id }: PostModel['author']) => itemPath(type, id);

export interface PostHeaderProps {
  post: PostModel;
  nameId?: string;
  now: string;
  timeZone?: string | undefined;
  menu?: ReactNode;
  isStandalone?: boolean;
  isFirst?: boolean;
  isOnWall?: boolean;
}

/** On the wall of somebody else, and in a container that visitors do not read, the place decides. */
function readersOf({ audience, author, wall }: PostModel): [tip: string, icon: IconNode] {
  const isMemberWall = wall.type === 'member';
  return (isMemberWall ? audience === 'everyone' && wall.id !== author.id : audience !== 'everyone')
    ? [`Everyone who can see this ${isMemberWall ? 'profile' : wall.type}`, Users]
    : [audienceTips[audience], icons[audience]];
}

function Tagged({ tagged, isMore }: { tagged: PostModel['tagged']; isMore: boolean }) {
  if (!tagged.length) return null;
  return (
    <>
      {isMore && ' and'} tagged{' '}
      {tagged.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && (index === tagged.length - 1 ? ' and ' : ', ')}
          <a href={`/profile/${id}`}>
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </>
  );
}

function HeadlineLink({ item }: { item: HeadlineItem }) {
  const { type, id, label } = item;
  const href = itemPath(type, id);
  if (type === 'member')
    return (
      <a href={href}>
        <bdi>{label}</bdi>
      </a>
    );
  return (
    <a href={href} dir="auto">
      {label}
    </a>
  );
}

/** ' shared a post', ' added 3 photos to the album Summer', ' is now friends with Bo'. */
function HeadlineText({
  post: { headline, wall },
  isOnWall,
}: {
  post: PostModel;
  isOnWall: boolean;
}) {
  if (!headline) return null;
  const { text, item } = headline;
  const namesWall =
    isOnWall && wall.type !== 'member' && item?.type === wall.type && item.id === wall.id;
  if (namesWall && text === '▸') return null;
  return (
    <>
      {text === '▸' ? (
        // Between two names, as in 'Ada ▸ Bo'.
        <span role="img" aria-label="to">
          {' ▸'}
        </span>
      ) : (
        ` ${text}`
      )}
      {item && !namesWall && (
        <>
          {' '}
          <HeadlineLink item={item} />
        </>
      )}
    </>
  );
}

export function PostHeader({
  post,
  nameId,
  now,
  timeZone,
  menu,
  isStandalone,
  isFirst,
  isOnWall = false,
}: PostHeaderProps) {
  const { author, feeling } = post;
  const published = parseWire(post.publishedAt)!;
  const edited = post.modifiedAt > post.publishedAt ? parseWire(post.modifiedAt) : null;
  const [tip, icon] = readersOf(post);
  const Name = isStandalone ? 'h1' : 'h2';
  return (
    <header className="post-header">
      <a href={authorHref(author)} tabIndex={-1} aria-hidden="true">
        <Avatar name={author.displayname} src={author.image} eager={isFirst} />
      </a>
      <div className="post-who">
        <div className="post-line">
          <Name className="post-author" id={nameId} {...(isStandalone ? { tabIndex: -1 } : {})}>
            <a href={authorHref(author)}>
              <bdi>{author.displayname}</bdi>
            </a>
          </Name>
          {feeling && ` is ${feelingPhrase(feeling)}`}
          <HeadlineText post={post} isOnWall={isOnWall} />
          <Tagged tagged={post.tagged} isMore={feeling !== undefined || post.type === 'share'} />
        </div>
        <p className="post-when">
          <a href={`/posts/${post.id}`}>
            <time dateTime={published.toISOString()} title={fullDate(published, timeZone ?? 'UTC')}>
              {timestampLabel(published, parseWire(now)!, timeZone)}
            </time>
          </a>
          {post.isPaid && <span>· Paid post</span>}
          {edited && (
            <span className="post-edited">
              ·{' '}
              <time
                dateTime={edited.toISOString()}
                title={`Edited ${fullDate(edited, timeZone ?? 'UTC')}`}
              >
                {/* In words on the post's own page: touch and keyboard show no tooltip. */}
                edited
                {isStandalone ? (
                  ` ${timestampLabel(edited, parseWire(now)!, timeZone)}`
                ) : (
                  <span className="sr-only"> {fullDate(edited, timeZone ?? 'UTC')}</span>
                )}
              </time>
            </span>
          )}
          {/* Reached with the date beside it, so screen readers read its name. */}
          <span className="post-privacy tip-along" data-tip={tip} role="img" aria-label={tip}>
            <Icon of={icon} />
          </span>
        </p>
      </div>
      {menu && <div className="post-menu">{menu}</div>}
    </header>
  );
}
