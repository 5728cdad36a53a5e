import { useStore } from '@nanostores/react';
import { subjectReactors } from '#domains/comments/subject-calls.ts';
import { $threads } from '#domains/comments/threads.store.ts';
import { uploadedVideo, type VideoWords } from '#domains/media/videos/video.rules.ts';
import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import { reactionTotal, withChoice } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import { ShareMenu } from '#domains/shares/ShareMenu.island.tsx';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';
import { closedPath, type LightboxRoute } from './lightbox-route.rules.ts';
import { countsLine, isOfComment, shareOf, subjectOf } from './lightbox.rules.ts';
import { LightboxComments, type LightboxCommentsProps } from './LightboxComments.island.tsx';
import { CommentLink, LightboxPanel } from './LightboxPanel.tsx';
import { VideoMenu } from './VideoMenu.island.tsx';
import { VideoRating } from './VideoRating.island.tsx';

/** The panel for members: it can be answered, and its numbers follow. */
interface LightboxAboutProps extends LightboxCommentsProps {
  route: LightboxRoute;
  onReword: (words: Partial<VideoWords>) => void;
}

export function LightboxAbout({ route, onReword, ...props }: LightboxAboutProps) {
  const { item, now, timeZone } = props;
  const about = subjectOf(item);
  const named = wireSubject(about);
  const subject = subjectKey(about.type, about.id);
  const choice = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const comments =
    useStore($threads, { keys: [subject], ssr: 'initial' })[subject]?.total ?? item.comment_count;
  const reactions = withChoice(
    {
      counts: Object.fromEntries(
        Object.entries(item.feed_reactions).map(([id, { reaction_count }]) => [id, reaction_count]),
      ),
      mine: item.my_feed_reaction?.reaction ?? 'none',
    },
    choice,
  );
  return (
    <LightboxPanel
      item={item}
      counts={countsLine(item, {
        likes: reactionTotal(reactions),
        comments,
        views: item.view_count,
      })}
      now={now}
      timeZone={timeZone}
      postHref={closedPath(route)}
      actions={
        <>
          <ReactionPicker
            key={subject}
            id={`viewer-reactions-${item.subject_id}`}
            mine={reactions.mine}
            isClosed={item.can_comment === 0 && !isOfComment(item)}
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
          {item.edit === 1 && item.video_id !== undefined && (
            <VideoMenu
              key={`menu ${subject}`}
              id={item.video_id}
              area="viewer"
              title={item.title}
              description={item.description}
              label="More about this video"
              pathAfterwards={`/profile/${item.owner_id}/videos`}
              onEdited={onReword}
            />
          )}
          {item.can_share === 1 && (
            <ShareMenu
              key={`share ${subject}`}
              menuId={`viewer-${item.subject_id}`}
              item={shareOf(item, route)}
            />
          )}
        </>
      }
      comments={
        isOfComment(item) ? (
          <CommentLink href={closedPath(route)} />
        ) : (
          <>
            {item.type === uploadedVideo && item.video_id !== undefined && (
              <VideoRating
                key={`rating ${subject}`}
                id={item.video_id}
                rating={item.rating ?? 0}
                count={item.rating_count ?? 0}
                own={item.my_rating ?? 0}
                isOwn={item.edit === 1}
              />
            )}
            <LightboxComments key={subject} {...props} />
          </>
        )
      }
    />
  );
}
