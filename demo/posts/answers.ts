import type { Friends } from '../people/friends.ts';
import type { SeedMember } from '../people/members.ts';
import type { Random } from '../random.ts';
import { answerDelay } from '../timeline.ts';
import type { Context, Template } from '../words/grammar.ts';
import { languages } from '../words/languages.ts';
import { authorReplies, replies, talk } from '../words/talk.ts';
import type { Tone } from '../words/topic.ts';
import type { Draft } from './compose.ts';

export interface Reaction {
  member: number;
  kind: number;
  time: number;
}

export interface Comment {
  author: number;
  body: string;
  time: number;
  parent: Comment | undefined;
  id: number;
  reactions: Reaction[];
}

/** Shares of like, love, wow, haha, sad, angry and blessings. */
const kinds: Record<Tone, number[]> = {
  warm: [50, 30, 8, 3, 1, 0, 8],
  funny: [32, 10, 4, 52, 1, 0, 1],
  question: [82, 6, 5, 4, 2, 0, 1],
  announcement: [60, 15, 12, 3, 4, 4, 2],
  sad: [14, 18, 2, 0, 50, 2, 14],
};
const talkative: Record<Tone, number> = {
  warm: 0.9,
  funny: 1,
  question: 1.9,
  announcement: 1.2,
  sad: 1.2,
};

function kindOf(random: Random, tone: Tone): number {
  let rest = random.next() * 100;
  const shares = kinds[tone];
  for (let kind = 1; kind <= 7; kind++) if ((rest -= shares[kind - 1]!) < 0) return kind;
  return 1;
}

export interface Crowd {
  members: SeedMember[];
  friends: Friends;
  now: number;
  /** Per post, in the mean. */
  reactions: number;
  comments: number;
}

/** Comments and reactions of others: most posts get a few, some very many. */
export function createAudience(
  random: Random,
  { members, friends, now, reactions: wantedReactions, comments: wantedComments }: Crowd,
) {
  /** Somebody who may see the post at that time: mostly a friend. */
  function somebody(
    author: number,
    draft: Draft,
    time: number,
    joined: number,
  ): number | undefined {
    const mine = friends.of[author]!;
    if (mine.length && (draft.audience === 'friends' || random.chance(0.78))) {
      const friend = random.pick(mine);
      return friends.since(author, friend) < time ? friend : undefined;
    }
    if (draft.audience === 'friends') return undefined;
    const other = Math.floor(random.next() * joined);
    return other === author ? undefined : other;
  }

  function reactionsOf(
    author: number,
    draft: Draft,
    time: number,
    joined: number,
    count: number,
  ): Reaction[] {
    const list: Reaction[] = [];
    const seen = new Set<number>();
    for (let tries = Math.ceil(count * 2); tries > 0 && list.length < count; tries--) {
      const at = time + answerDelay(random, 1.2);
      const member = somebody(author, draft, at, joined);
      if (member === undefined || at > now || seen.has(member)) continue;
      seen.add(member);
      list.push({ member, kind: kindOf(random, draft.tone), time: at });
    }
    return list;
  }

  function words(draft: Draft, author: number, context: Context, used: Set<string>): string {
    const fits = (template: Template) =>
      template.needs.every((name) => context[name]) &&
      (!template.answers || template.answers.test(draft.body));
    for (let tries = 4; tries > 0; tries--) {
      const chance = random.next();
      let list: Template[] = talk[draft.tone];
      if (draft.language && draft.language === members[author]!.language && chance < 0.9)
        list = languages[draft.language].comments;
      else if (draft.topic && chance < 0.75) {
        const own = draft.topic.comments;
        const special = own.filter((template) => template.answers?.test(draft.body));
        list = special.length && chance < 0.6 ? special : own;
      }
      const template = random.pick(list);
      if (!fits(template)) continue;
      const body = template.write(random, context);
      if (used.has(body)) continue;
      used.add(body);
      return body;
    }
    return '';
  }

  function commentsOf(
    author: number,
    draft: Draft,
    time: number,
    joined: number,
    count: number,
  ): Comment[] {
    const list: Comment[] = [];
    const used = new Set<string>();
    const name = (index: number) => members[index]!.firstName;
    const addComment = (by: number, body: string, at: number, parent?: Comment) => {
      const comment: Comment = { author: by, body, time: at, parent, id: 0, reactions: [] };
      if (body && at < now) list.push(comment);
      return comment;
    };
    for (; count > 0; count--) {
      const at = time + answerDelay(random, 2.2);
      const by = somebody(author, draft, at, joined);
      if (by === undefined || at > now) continue;
      const mine = friends.of[by]!;
      const context: Context = {
        author: name(author),
        friend: mine.length ? name(random.pick(mine)) : undefined,
      };
      const comment = addComment(by, words(draft, by, context, used), at);
      if (!comment.body) continue;
      const replyContext: Context = { name: name(by), author: name(author) };
      const reply = (from: Template[]) => {
        const fitting = from.filter(({ answers }) => !answers || answers.test(comment.body));
        const special = fitting.filter(({ answers }) => answers);
        const body = random
          .pick(special.length && random.chance(0.75) ? special : fitting)
          .write(random, replyContext);
        return used.has(body) && body.length > 4 ? '' : (used.add(body), body);
      };
      if (random.chance(0.3))
        addComment(
          author,
          reply(authorReplies[draft.tone]),
          at + answerDelay(random, 0.6),
          comment,
        );
      if (random.chance(0.1)) {
        const later = at + answerDelay(random, 1);
        const third = somebody(author, draft, later, joined);
        if (third !== undefined && third !== by)
          addComment(third, reply(replies[draft.tone]), later, comment);
      }
    }
    list.sort((a, b) => a.time - b.time);
    for (const comment of list) {
      if (random.chance(0.82)) continue;
      const toneOfOthers = draft.tone === 'sad' ? 'warm' : draft.tone;
      const tone = comment.author === author ? 'question' : toneOfOthers;
      const first: Reaction | undefined =
        comment.author === author
          ? undefined
          : {
              member: author,
              kind: kindOf(random, tone),
              time: comment.time + answerDelay(random, 0.5),
            };
      const rest = reactionsOf(
        author,
        { ...draft, tone },
        comment.time,
        joined,
        random.int(0, 2),
      ).filter(({ member }) => member !== comment.author && member !== author);
      comment.reactions = [...(first && first.time < now ? [first] : []), ...rest];
    }
    return list;
  }

  return {
    /** `joined` is how many members there were at that time. */
    answer(
      author: number,
      draft: Draft,
      time: number,
      joined: number,
    ): { reactions: Reaction[]; comments: Comment[]; popularity: number } {
      const heat =
        Math.exp(random.normal() * 0.95 - 0.45) *
        draft.appeal *
        members[author]!.charm *
        (random.chance(0.004) ? 12 : 1);
      if (draft.audience === 'onlyme') return { reactions: [], comments: [], popularity: 0 };
      const most = joined * 0.7;
      const many = (mean: number) => Math.min(most, Math.floor(mean * heat + random.next()));
      const early = joined < 40 ? joined / 40 : 1;
      return {
        reactions: reactionsOf(author, draft, time, joined, many(wantedReactions * early)),
        comments: commentsOf(
          author,
          draft,
          time,
          joined,
          Math.min(60, many(wantedComments * 0.78 * talkative[draft.tone] * early)),
        ),
        popularity: heat,
      };
    },
  };
}
