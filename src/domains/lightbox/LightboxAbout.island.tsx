import { useStore } from '@nanostores/react';
import { subjectReactors } from '#domains/comments/subject-calls.ts';
import { $threads } from '#domains/comments/thread/threads.store.ts';
import { VideoMenu } from '#domains/lightbox/videos/VideoMenu.island.tsx';
import { VideoRating } from '#domains/lightbox/videos/VideoRating.island.tsx';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import { reactionTotal, withChoice } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import { ShareMenu } from '#domains/shares/ShareMenu.island.tsx';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';
import { closedPath, videosPath, type LightboxRoute } from './lightbox-route.rules.ts';
import { countsLine, isOfComment, toSharePreview } from './lightbox.rules.ts';
import { LightboxComments, type LightboxCommentsProps } from './LightboxComments.island.tsx';
import { CommentLink, LightboxPanel } from './LightboxPanel.tsx';

/** The panel for members: it can be answered, and its numbers follow. */
interface LightboxAboutProps extends LightboxCommentsProps {
  route: LightboxRoute;
  onReword: (words: Partial<VideoWords>) => void;
}

export function LightboxAbout({ route, onReword, ...props }: LightboxAboutProps) {
  const { item, now, timeZone } = props;
  const { subject: about, ratings } = item;
  const named = wireSubject(about);
  const subject = subjectKey(about.type, about.id);
  const choice = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const comments =
    useStore($threads, { keys: [subject], ssr: 'initial' })[subject]?.total ?? item.commentCount;
  const reactions = withChoice(item.reactions, choice);
  return (
    <LightboxPanel
      item={item}
      counts={countsLine(item, {
        likes: reactionTotal(reactions),
        comments,
        views: item.viewCount,
      })}
      now={now}
      timeZone={timeZone}
      postHref={closedPath(route)}
      actions={
        <>
          <ReactionPicker
            key={subject}
            id={`viewer-reactions-${about.id}`}
            mine={reactions.mine}
            isClosed={!item.canComment && !isOfComment(item)}
            onChoose={(kind) =>
              void choose(subject, kind, (choice) =>
                choice === 'none'
                  ? unlikeSubject(named)
                  : likeSubject({ ...named, reaction: choice }),
              )
            }
            callOf={(kind) => reactionCall(named, kind)}
          />
          <Reactors key={`of ${subject}`} counts={reactions.counts} list={subjectReactors(about)} />
          {(item.canEdit || item.canDelete) && (
            <VideoMenu
              key={`menu ${subject}`}
              id={item.id}
              area="viewer"
              title={item.title}
              description={item.description}
              label="More about this video"
              canEdit={item.canEdit}
              canDelete={item.canDelete}
              pathAfterwards={videosPath(item.videosOf)}
              onEdited={onReword}
            />
          )}
          {item.canShare && (
            <ShareMenu
              key={`share ${subject}`}
              menuId={`viewer-${about.id}`}
              item={toSharePreview(item, route)}
            />
          )}
        </>
      }
      comments={
        isOfComment(item) ? (
          <CommentLink href={closedPath(route)} />
        ) : (
          <>
            {ratings && (
              <VideoRating
                key={`rating ${subject}`}
                id={item.id}
                {...ratings}
                isOwn={item.owner.type === 'member' && item.owner.id === props.member.id}
              />
            )}
            <LightboxComments key={subject} {...props} />
          </>
        )
      }
    />
  );
}
