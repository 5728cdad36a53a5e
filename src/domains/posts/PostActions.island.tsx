import { useStore } from '@nanostores/react';
import { MessageCircle, Share2 } from 'lucide-react';
import { useState } from 'react';
import { readFeedComments } from '#domains/comments/comments.calls.ts';
import { $openBoxes, $threads, toggleBox } from '#domains/comments/comments.store.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { withChoice, type Reactions } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import type { ReactorList } from '#domains/reactions/reactors.rules.ts';
import { counted } from '#lib/text.ts';
import { useLate } from '#ui/use-late.ts';
import type { FeedItem } from './feed-item.schema.ts';
import { postSubject, reactToPost } from './posts.store.ts';

export interface PostActionsProps {
  postId: number;
  reactions: Reactions;
  commentCount: number;
  canComment: boolean;
  canShare: boolean;
  /** For the preview in the share dialog. */
  author: string;
  body: string;
  /** The comment box is open without a press, see CommentThread. */
  isBoxOpen?: boolean;
}

/** What these actions need to know of a post. */
export const actionsOf = ({ feed, ...item }: FeedItem): PostActionsProps => ({
  postId: feed.action_id,
  reactions: {
    counts: Object.fromEntries(Object.entries(item.feed_reactions).map(([id, { reaction_count }]) => [id, reaction_count])),
    mine: item.my_feed_reaction?.reaction ?? 'none',
  },
  commentCount: feed.comment_count,
  canComment: item.can_comment === 1,
  canShare: item.can_share === 1,
  author: feed.subjectIformation.displayname,
  body: feed.body,
});

const reactorsOf = (action_id: number): ReactorList => (query) => readFeedComments({ action_id, ...query, limit: 20, viewAllComments: 0, viewAllLikes: 1 });

/** How many reacted and commented; Like, Comment and Share. */
export function PostActions({ postId, reactions, commentCount, canComment, canShare, author, body, isBoxOpen = false }: PostActionsProps) {
  const subject = postSubject(postId);
  const change = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const total = useStore($threads, { keys: [subject], ssr: 'initial' })[subject]?.total ?? commentCount;
  const isOpen = useStore($openBoxes, { keys: [subject], ssr: 'initial' })[subject] ?? isBoxOpen;
  const now = withChoice(reactions, change);
  const [ShareDialog, needShareDialog] = useLate(() => import('./ShareDialog.island.tsx').then((part) => part.ShareDialog));
  const [isSharing, setSharing] = useState(false);

  return (
    <>
      {(Object.keys(now.counts).length > 0 || total > 0) && (
        <p className="post-counts">
          <Reactors counts={now.counts} list={reactorsOf(postId)} />
          {total > 0 && <span className="post-counts-end">{counted(total, 'comment')}</span>}
        </p>
      )}
      <div className="post-actions">
        <ReactionPicker id={`reactions-${postId}`} mine={now.mine} onChoose={(choice) => void reactToPost(postId, choice)} />
        {canComment && (
          <button type="button" aria-expanded={isOpen} onClick={() => toggleBox(subject, isOpen)}>
            <MessageCircle aria-hidden="true" /> Comment
          </button>
        )}
        {canShare && (
          <button type="button" aria-haspopup="dialog" onClick={async () => (await needShareDialog()) && setSharing(true)}>
            <Share2 aria-hidden="true" /> Share
          </button>
        )}
      </div>
      {ShareDialog && <ShareDialog postId={postId} author={author} body={body} open={isSharing} onClose={() => setSharing(false)} />}
    </>
  );
}
