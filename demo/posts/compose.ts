import type { Friends } from '../people/friends.ts';
import type { SeedMember } from '../people/members.ts';
import type { Language } from '../people/names.ts';
import { createDeck, type Deck, type Random } from '../random.ts';
import {
  fitsSeason,
  seasonOf,
  type Context,
  type Season,
  type Template,
} from '../words/grammar.ts';
import { languages } from '../words/languages.ts';
import { links, type Link } from '../words/links.ts';
import { longPosts } from '../words/long.ts';
import { privateNotes } from '../words/private.ts';
import { captions, shareWords } from '../words/talk.ts';
import type { Feeling, Tone, Topic } from '../words/topic.ts';
import { topics } from '../words/topics.ts';
import type { Album, ShownFilm, ShownPhoto } from './pictures.ts';

export type Audience = 'everyone' | 'friends' | 'onlyme';

export interface Draft {
  body: string;
  audience: Audience;
  tone: Tone;
  topic?: Topic;
  language?: Language;
  feeling?: Feeling;
  photos: ShownPhoto[];
  film?: ShownFilm;
  link?: Link & { picture?: ShownPhoto };
  /** Indexes of tagged friends. */
  tagged: number[];
  /** How much more or less than others of its kind it is noticed. */
  appeal: number;
}

const longest = 1000;

/** Writes posts: who says what, with which pictures, to whom. */
export function createComposer(
  random: Random,
  members: SeedMember[],
  friends: Friends,
  album: Album,
) {
  const deckOf = (templates: Template[], name: string): Deck<Template> =>
    createDeck(templates, random.fork(name));
  const topicDeck = createDeck(
    topics.flatMap((topic) => Array<Topic>(Math.round(topic.weight * 2)).fill(topic)),
    random.fork('topics'),
  );
  const postDecks = new Map(topics.map((topic) => [topic, deckOf(topic.posts, topic.name)]));
  const languageDecks = new Map(
    Object.entries(languages).map(([name, { posts }]) => [name, deckOf(posts, name)]),
  );
  const captionDecks = new Map(
    Object.entries(captions).map(([scene, templates]) => [
      scene,
      deckOf(templates, `caption/${scene}`),
    ]),
  );
  const longDeck = createDeck(
    longPosts.flatMap(({ tone, posts }) => posts.map((template) => ({ tone, template }))),
    random.fork('long'),
  );
  const linkDeck = createDeck(
    links.flatMap((link) => link.posts.map((template) => ({ link, template }))),
    random.fork('links'),
  );
  const noteDeck = deckOf(privateNotes, 'notes');
  const shareDeck = deckOf(shareWords, 'shares');

  const write = (template: Template, context: Context) => template.write(random, context);
  const fits = (template: Template, season: Season, context: Context) =>
    fitsSeason(template.season, season) && template.needs.every((name) => context[name]);

  /** A friend whom the post names, and who may be tagged. */
  function companion(author: number, time: number): number | undefined {
    const mine = friends.of[author]!;
    for (let tries = 3; mine.length && tries > 0; tries--) {
      const friend = random.pick(mine);
      if (friends.since(author, friend) < time) return friend;
    }
    return undefined;
  }

  function fromTopic(draft: Draft, season: Season, context: Context) {
    for (let tries = 8; tries > 0; tries--) {
      const topic = topicDeck.draw(
        ({ tone, photos }) =>
          (draft.audience === 'everyone' || (tone !== 'announcement' && tone !== 'question')) &&
          photos >= 0,
      )!;
      const wantsPhoto =
        random.chance(topic.photos) && topic.scenes.some((scene) => album.fits(scene, season));
      const template = postDecks
        .get(topic)!
        .draw(
          (candidate) => fits(candidate, season, context) && (!candidate.isPhoto || wantsPhoto),
        );
      if (!template) continue;
      Object.assign(draft, { topic, tone: topic.tone, body: write(template, context) });
      if (wantsPhoto) draft.photos = album.take(topic.scenes, season, howManyPhotos(random));
      if (topic.feelings.length && random.chance(0.2)) draft.feeling = random.pick(topic.feelings);
      if (topic.hashtags.length && random.chance(0.24)) {
        const tags = random
          .shuffled(topic.hashtags)
          .slice(0, random.int(1, 3))
          .map((tag) => `#${tag}`)
          .join(' ');
        draft.body += random.chance(0.3) ? `\n\n${tags}` : ` ${tags}`;
      }
      return;
    }
  }

  function fromPicture(draft: Draft, season: Season, context: Context) {
    const scenes = album.scenes.filter((scene) => album.fits(scene, season));
    if (!scenes.length) return;
    const scene = random.pick(scenes);
    draft.photos = album.take([scene], season, random.chance(0.75) ? 1 : random.int(2, 3));
    const caption = random.chance(0.8)
      ? captionDecks.get(scene)!.draw((candidate) => fits(candidate, season, context))
      : undefined;
    if (caption) draft.body = write(caption, context);
  }

  function fromFilm(draft: Draft, season: Season, context: Context) {
    const film = album.film(season);
    if (!film) return;
    Object.assign(draft, { film, appeal: 1.6 });
    const caption = captionDecks
      .get(film.scene)!
      .draw((candidate) => fits(candidate, season, context));
    if (caption) draft.body = write(caption, context);
  }

  return {
    compose(author: number, time: number): Draft {
      const season = seasonOf(time);
      const friend = companion(author, time);
      const context: Context = {
        author: members[author]!.firstName,
        friend: friend === undefined ? undefined : members[friend]!.firstName,
      };
      const audience = randomAudience(random);
      const draft: Draft = { body: '', audience, tone: 'warm', photos: [], tagged: [], appeal: 1 };
      const kind = random.next();
      const { language } = members[author]!;
      if (audience === 'onlyme' && kind < 0.8)
        draft.body = write(
          noteDeck.draw((candidate) => fits(candidate, season, context)) ?? privateNotes[2]!,
          {
            friend: 'Sam',
            ...context,
          },
        );
      else if (language && kind < 0.13) {
        Object.assign(draft, {
          language,
          body: write(languageDecks.get(language)!.draw()!, context),
        });
      } else if (kind < 0.2) fromPicture(draft, season, context);
      else if (kind < 0.225) {
        const { tone, template } =
          longDeck.draw(({ template: candidate }) => fits(candidate, season, context)) ??
          longDeck.draw()!;
        Object.assign(draft, {
          tone,
          body: write(template, { friend: 'Sam', ...context }),
          appeal: 1.8,
        });
      } else if (kind < 0.295) {
        const { link, template } = linkDeck.draw(({ template: candidate }) =>
          fits(candidate, season, context),
        )!;
        Object.assign(draft, {
          tone: link.tone,
          body: random.chance(0.92) ? write(template, context) : '',
          link: { ...link },
        });
        if (link.scene && random.chance(0.8))
          [draft.link!.picture] = album.take([link.scene], season, 1);
      } else if (kind > 0.975) fromFilm(draft, season, context);
      if (!draft.body && !draft.photos.length && !draft.link && !draft.film)
        fromTopic(draft, season, context);
      // Only the body counts towards the length, not the tags.
      if ([...draft.body].length > longest) draft.body = [...draft.body].slice(0, longest).join('');
      if (
        friend !== undefined &&
        audience !== 'onlyme' &&
        random.chance(tagChance(draft, members[friend]!.firstName))
      ) {
        const more = friends.of[friend]!.filter(
          (other) =>
            other !== author &&
            friends.of[author]!.includes(other) &&
            friends.since(author, other) < time,
        );
        draft.tagged = [
          friend,
          ...random
            .shuffled(more.slice(0, 12))
            .slice(0, random.chance(0.25) ? random.int(1, 3) : 0),
        ];
      }
      if (draft.photos.length) draft.appeal *= 1.5;
      return draft;
    },
    /** The words above a shared post, or none. */
    shareWords(author: string, friend: string | undefined): string {
      if (random.chance(0.3)) return '';
      return write(
        shareDeck.draw((candidate) => !candidate.needs.includes('friend') || friend !== undefined)!,
        { author, friend },
      );
    },
  };
}

function randomAudience(random: Random): Audience {
  const chance = random.next();
  if (chance < 0.755) return 'everyone';
  return chance < 0.95 ? 'friends' : 'onlyme';
}

/** How likely a friend of that name is tagged. */
function tagChance({ body, photos }: Draft, firstName: string): number {
  if (body.includes(firstName)) return 0.5;
  return photos.some(({ scene }) => scene === 'together') ? 0.6 : 0.04;
}

function howManyPhotos(random: Random): number {
  const chance = random.next();
  return [0.56, 0.74, 0.85, 0.92, 0.965].filter((limit) => chance >= limit).length + 1;
}
