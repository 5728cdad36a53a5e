import { MessageCircle, Share2, ThumbsUp } from 'lucide-react';
import { counted } from '#lib/text.ts';
import { reactionKind, reactionSentence } from '#domains/reactions/reactions.rules.ts';
import type { FeedItem } from './posts.schema.ts';
import './VisitorFooter.css';

/** Who reacted, how many comments, and the way in: no script, so every action leads to the log-in and back here. */
export function VisitorFooter({ item, path }: { item: FeedItem; path: string }) {
  const login = `/login?next=${encodeURIComponent(path)}`;
  const kinds = Object.entries(item.feed_reactions).sort(([, a], [, b]) => b.reaction_count - a.reaction_count);
  return (
    <>
      {(item.feed.like_count > 0 || item.feed.comment_count > 0) && (
        <p className="post-counts">
          {item.feed.like_count > 0 && (
            <span>
              <span aria-hidden="true">{kinds.slice(0, 3).map(([id]) => reactionKind(Number(id))?.emoji)}</span> {reactionSentence(item.feed.like_count)}
            </span>
          )}
          {item.feed.comment_count > 0 && <span className="post-counts-end">{counted(item.feed.comment_count, 'comment')}</span>}
        </p>
      )}
      <div className="post-actions">
        <a href={login}>
          <ThumbsUp aria-hidden="true" /> Like
        </a>
        <a href={login}>
          <MessageCircle aria-hidden="true" /> Comment
        </a>
        <a href={login}>
          <Share2 aria-hidden="true" /> Share
        </a>
      </div>
    </>
  );
}
