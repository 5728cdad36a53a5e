import { userLiteView, type MemberCard } from '#domains/members/members.views.server.ts';
import {
  reactionKind,
  reactionKinds,
  type ContentReaction,
  type FeedReactions,
  type Liker,
  type MyReaction,
  type ReactionSummary,
  type ReactionTab,
} from './reactions.schema.ts';

/** Number of each kind by reaction id, as selected by `reactionCounts`. */
export type ReactionCounts = Record<string, number>;

const icon = (name: string, origin: string) => `${origin}/reactions/${name}.svg`;

export function feedReactionsView(counts: ReactionCounts | null, origin: string): FeedReactions {
  const view: FeedReactions = {};
  for (const { id, name, caption } of reactionKinds) {
    const count = counts?.[id];
    if (count)
      view[id] = {
        caption,
        reaction_count: count,
        reactionicon_id: id,
        reaction_image_icon: icon(name, origin),
      };
  }
  return view;
}

export function myReactionView(mine: number | null, origin: string): MyReaction | undefined {
  const kind = mine === null ? undefined : reactionKind(mine);
  return (
    kind && {
      reactionicon_id: kind.id,
      reaction: kind.name,
      caption: kind.caption,
      reaction_image_icon: icon(kind.name, origin),
    }
  );
}

export const sumOf = (counts: ReactionCounts | null): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

export function reactionSummaryView(
  { counts, mine }: { counts: ReactionCounts | null; mine: number | null },
  origin: string,
): ReactionSummary {
  const my_feed_reaction = myReactionView(mine, origin);
  return {
    is_like: my_feed_reaction ? 1 : 0,
    like_count: sumOf(counts),
    feed_reactions: feedReactionsView(counts, origin),
    ...(my_feed_reaction ? { my_feed_reaction } : {}),
  };
}

export function contentReactionView(
  { counts, mine }: { counts: ReactionCounts | null; mine: number | null },
  origin: string,
): ContentReaction {
  const my_feed_reaction = myReactionView(mine, origin);
  return {
    reactions: Object.fromEntries(
      reactionKinds.map(({ id, name, caption }) => [
        name,
        {
          reaction: name,
          caption,
          reactionicon_id: id,
          icon: { reaction_image_icon: icon(name, origin) },
        },
      ]),
    ),
    feed_reactions: feedReactionsView(counts, origin),
    ...(my_feed_reaction ? { my_feed_reaction } : {}),
  };
}

export interface LikerRow extends MemberCard {
  kind: number;
}

export const likerView = (row: LikerRow, origin: string): Liker => ({
  ...userLiteView(row, origin),
  reaction: reactionKind(row.kind)!.name,
  reactionicon_id: row.kind,
});

export const reactionTabsView = (counts: ReactionCounts | null): ReactionTab[] =>
  Object.entries(counts ?? {}).map(([id, reaction_count]) => {
    const { name, caption } = reactionKind(Number(id))!;
    return { reactionicon_id: Number(id), reaction: name, caption, reaction_count };
  });
