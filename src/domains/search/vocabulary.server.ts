import { sql } from 'drizzle-orm';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import { meantBy, swaps } from './typos.rules.ts';

/**
 * Posts that every member may see. The dictionary knows the words of these alone: a word of any
 * other post would change what strangers are shown for a misspelled one, and so tell them of it.
 */
const visibleToAll = () => visibleTo(viewerFromColumn(sql`0::bigint`));

/** Numbers and addresses are not guessed at. */
const isGuessable = sql`~ '^[[:alpha:]]{3,40}$'`;

const mostAtOnce = 20_000;
/** A post that was committed after one with a higher number is not missed. */
const overlap = 200;

/**
 * Adds the words of posts written since the last run; those of edited or newly visible ones come
 * with `recountWords`.
 */
export async function collectWords(): Promise<void> {
  await db.execute(sql`
    with place as materialized (
      select coalesce(
        (select value::bigint from site_state where key = 'words_known_up_to'), 0
      ) as id
    ),
      newest as materialized (
        select w.post_id, w.words
        from post_words w, place
        where w.post_id > place.id - ${overlap}::bigint
          and exists (select from post_words later where later.post_id > place.id)
        order by w.post_id
        limit ${mostAtOnce}
      ),
      added as (
        insert into search_vocabulary (word)
        select distinct w.lexeme
        from newest
        join posts on posts.id = newest.post_id and ${visibleToAll()}
        cross join unnest(newest.words) w
        where w.lexeme ${isGuessable}
        order by w.lexeme
        on conflict
        do nothing
      )
    insert into site_state (key, value)
    select 'words_known_up_to', max(post_id)::text
    from newest
    having count(*) > 0
    on conflict (key)
    do update set value = excluded.value, updated_at = now()`);
}

/** Reads all words again, and forgets those that no post has which every member may see. */
export async function recountWords(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '2min'`);
    await tx.execute(sql`
      with current as materialized (
        select distinct w.lexeme as word
        from posts
        join post_words on post_words.post_id = posts.id
        cross join unnest(post_words.words) w
        where ${visibleToAll()} and w.lexeme ${isGuessable}),
      deleted as (
        delete from search_vocabulary k
        where not exists (select from current where current.word = k.word))
      insert into search_vocabulary (word)
      select word from current
      order by word
      on conflict do nothing`);
  });
}

const mostCandidates = 60;
const mostMeant = 8;

/**
 * For each of the words those that may have been meant instead, as far as any post has them. Where
 * the database has no pg_trgm, only swapped letters are forgiven.
 */
export async function suggestCorrections(words: string[]): Promise<string[][]> {
  const swapped = words.flatMap((word, index) =>
    swaps(word).map((begin) => ({ place: index + 1, begin })),
  );
  const rows = await db.execute<{ place: number; word: string }>(sql`
    select place, word
    from (
      select s.place, 0 as nth, near.word
      from unnest(
        ${sql.param(swapped.map(({ place }) => place))}::int[],
        ${sql.param(swapped.map(({ begin }) => begin))}::text[]
      ) s (place, begin),
        lateral (
          select k.word
          from search_vocabulary k
          where k.word ~>=~ s.begin and k.word ~<~ (s.begin || chr(1114111))
          order by k.word
          using ~<~
          limit ${mostMeant}
        ) near
      union all
      select said.place::int, near.nth::int, near.word
      from unnest(${sql.param(words)}::text[]) with ordinality said (word, place),
        similar_words(said.word, ${mostCandidates}) with ordinality near (word, nth)
    ) found
    order by place, nth`);
  return words.map((word, index) =>
    meantBy(
      word,
      [...new Set(rows.filter(({ place }) => place === index + 1).map((row) => row.word))],
      mostMeant,
    ),
  );
}
