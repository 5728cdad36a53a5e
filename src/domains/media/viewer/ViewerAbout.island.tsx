import { useStore } from '@nanostores/react';
import { $threads } from '#domains/comments/comments.store.ts';
import { subjectReactors } from '#domains/comments/subject-calls.ts';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import { reactionTotal, withChoice } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import { ShareMenu } from '#domains/shares/ShareMenu.island.tsx';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';
import { CommentLink } from './CommentLink.tsx';
import { closedPath, type LightboxRoute } from './lightbox-route.rules.ts';
import { VideoMenu } from './VideoMenu.island.tsx';
import { countsLine, isOfComment, shareOf, subjectOf } from './viewer.rules.ts';
import { ViewerComments, type ViewerCommentsProps } from './ViewerComments.island.tsx';
import { ViewerPanel } from './ViewerPanel.tsx';

/** The panel of a member: its numbers follow what is done here, and it can be answered. */
interface ViewerAboutProps extends ViewerCommentsProps {
  place: LightboxRoute;
  onReword: (words: Partial<VideoWords>) => void;
}

export function ViewerAbout({ place, onReword, ...props }: ViewerAboutProps) {
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
    <ViewerPanel
      item={item}
      counts={countsLine(item, {
        likes: reactionTotal(reactions),
        comments,
        views: item.view_count,
      })}
      now={now}
      timeZone={timeZone}
      postHref={closedPath(place)}
      actions={
        <>
          <ReactionPicker
            key={subject}
            id={`viewer-reactions-${item.subject_id}`}
            mine={reactions.mine}
            isClosed={item.can_comment === 0 && !isOfComment(item)}
            onChoose={(kind) =>
              void choose(subject, kind, (said) =>
                said === 'none' ? unlikeSubject(named) : likeSubject({ ...named, reaction: said }),
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
              item={shareOf(item, place)}
            />
          )}
        </>
      }
      comments={
        isOfComment(item) ? (
          <CommentLink href={closedPath(place)} />
        ) : (
          <ViewerComments key={subject} {...props} />
        )
      }
    />
  );
}
