import { setImmediate as breathe } from 'node:timers/promises';
import type { PicturePool } from './drawing/pool.ts';
import type { Friends } from './people/friends.ts';
import type { SeedMember } from './people/members.ts';
import { createAudience, type Comment } from './posts/answers.ts';
import { createComposer, type Draft } from './posts/compose.ts';
import { photoAlbum } from './posts/pictures.ts';
import { createRowWriter, newBatch, type Batch } from './posts/rows.ts';
import type { Random } from './random.ts';
import { inventTimes } from './timeline.ts';

/** The first id that a post may have. */
const firstPostId = 2;

/** A post that may still be shared. */
interface Shareable {
  id: number;
  author: number;
  time: number;
  popularity: number;
  draft: Draft;
}

export interface CommunityContext {
  members: SeedMember[];
  friends: Friends;
  pictures: PicturePool;
  posts: number;
  now: number;
  random: Random;
}

/**
 * Generates years of posts with comments and reactions, in publishing order, in batches of rows.
 * Yields to the event loop between posts, so that one batch is sent while the next is written.
 */
export async function* live(
  { members, friends, pictures, posts, now, random }: CommunityContext,
  batchSize = 4_000,
): AsyncGenerator<{ batch: Batch; done: number }> {
  const times = inventTimes(posts, random.fork('times'), now);
  const composer = createComposer(
    random.fork('words'),
    members,
    friends,
    photoAlbum(pictures, random.fork('album')),
  );
  const isSmall = members.length < 500;
  const audience = createAudience(random.fork('answers'), {
    members,
    friends,
    now,
    reactions: isSmall ? Math.min(15, members.length * 0.25) : 4.4,
    comments: isSmall ? 5.2 : 2.9,
  });
  const authorAt = createAuthors(members, random.fork('authors'));
  const dice = random.fork('dice');
  const rows = createRowWriter();
  const shareables: Shareable[] = [];
  let batch = newBatch();

  for (let index = 0; index < posts; index++) {
    const id = firstPostId + index;
    const time = times[index]!;
    const joined = membersAt(members, time);
    const author = knownAuthor(index, posts, members.length) ?? authorAt(joined);
    const original =
      index > 20 && dice.chance(0.06) ? pickOriginal(shareables, author, time) : undefined;
    const ownDraft = () => (index === 0 ? welcome() : composer.compose(author, time));
    const draft = original ? shareOf(original, author) : ownDraft();
    const { reactions, comments, popularity } = audience.answer(author, draft, time, joined);
    const canShare = dice.chance(0.98);
    rows.post(batch, {
      id,
      author,
      time,
      draft,
      canShare,
      type: original ? 'share' : typeOf(draft),
      sharedId: original?.id ?? null,
      editedAt:
        draft.body && dice.chance(0.03)
          ? Math.min(now, time + dice.between(60_000, 7_200_000))
          : null,
      canComment: comments.length > 0 || dice.chance(0.985),
    });
    rows.reactions(batch, 'post', id, reactions);
    for (const comment of comments) writeComment(comment, id);
    if (
      !original &&
      canShare &&
      draft.audience === 'everyone' &&
      (draft.body || draft.photos.length || draft.film)
    ) {
      shareables.push({ id, author, time, popularity, draft });
      if (shareables.length > 600) shareables.splice(0, 200);
    }
    if (index % 100 === 99) await breathe();
    if (index % batchSize === batchSize - 1 || index === posts - 1) {
      yield { batch, done: index + 1 };
      batch = newBatch();
    }
  }

  function writeComment(comment: Comment, postId: number) {
    rows.comment(batch, postId, comment);
    rows.reactions(batch, 'post_comment', comment.id, comment.reactions);
  }

  function pickOriginal(list: Shareable[], author: number, time: number): Shareable | undefined {
    let best: Shareable | undefined;
    for (let tries = 5; tries > 0 && list.length; tries--) {
      const candidate = dice.pick(list);
      if (
        candidate.author !== author &&
        time - candidate.time < 365 * 86_400_000 &&
        candidate.popularity > (best?.popularity ?? 0)
      )
        best = candidate;
    }
    return best;
  }

  function shareOf({ author: first, draft: { tone, topic } }: Shareable, author: number): Draft {
    const friend = friends.of[author]!.length
      ? members[dice.pick(friends.of[author]!)]!.firstName
      : undefined;
    return {
      body: composer.shareWords(members[first]!.firstName, friend),
      audience: 'everyone',
      tone,
      ...(topic ? { topic } : {}),
      photos: [],
      tagged: [],
      appeal: 0.8,
    };
  }
}

/** Gives the two known members posts of their own on their first page. */
function knownAuthor(index: number, posts: number, memberCount: number): number | undefined {
  if (index === 0 || index === posts - 9) return 0;
  return index === posts - 5 ? Math.min(1, memberCount - 1) : undefined;
}

function typeOf({ link, film, photos }: Draft) {
  if (link) return 'post_self_link';
  if (film) return 'post_self_video';
  return photos.length ? 'post_self_photo' : 'status';
}

const welcome = (): Draft => ({
  body: 'Hello? Is anybody here yet? 👋 I have lit the fire. Come in, take a chair, tell us what your day was like.',
  audience: 'everyone' as const,
  tone: 'warm' as const,
  photos: [],
  tagged: [],
  appeal: 4,
});

/** Number of members at that time; they are in joining order. */
function membersAt(members: SeedMember[], time: number): number {
  let [low, high] = [1, members.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (members[middle - 1]!.joinedAt <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Picks an author among those who had joined, active ones more often. */
function createAuthors(members: SeedMember[], random: Random): (joined: number) => number {
  const sums = new Float64Array(members.length);
  let sum = 0;
  members.forEach(({ activity }, index) => (sums[index] = sum += activity));
  return (joined) => {
    const wanted = random.next() * sums[joined - 1]!;
    let [low, high] = [0, joined - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
