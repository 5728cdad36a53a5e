import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { visibleOnWalls } from '#domains/posts/visibility.server.ts';
import { db, withLongStatements } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { findCorrections, swaps } from './typos.rules.ts';

/**
 * Posts on walls that are visible to every member. Only their words are collected: corrections from
 * other posts would reveal their content.
 */
const visibleToAll = () => visibleOnWalls(viewerFromColumn(sql`0::bigint`));

/** Numbers and addresses are not corrected. */
const isGuessable = sql`~ '^[[:alpha:]]{3,40}$'`;

/** Posts of one transaction: a statement of a request or job ends after five seconds. */
const batchSize = 2_000;
/** Covers posts committed after one with a higher id. */
const overlap = 200;

/**
 * Adds the words of posts written since the last run; `recountWords` adds those of edited and newly
 * visible posts. A transaction for each batch, so that an interrupted run goes on where it stopped.
 */
export async function collectWords(signal?: AbortSignal): Promise<void> {
  while (await collectBatch()) signal?.throwIfAborted();
}

/** Returns whether there were any new posts. */
async function collectBatch(): Promise<boolean> {
  const collected = await db.execute(sql`
    with progress as materialized (
      select coalesce(
        (select value::bigint from site_state where key = 'words_known_up_to'), 0
      ) as post_id
    ),
      newest as materialized (
        select w.post_id, w.words
        from post_words w, progress
        where w.post_id > progress.post_id - ${overlap}::bigint
          and exists (select from post_words later where later.post_id > progress.post_id)
        order by w.post_id
        limit ${batchSize}
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
    do update set value = excluded.value, updated_at = now()
    returning key`);
  return collected.length > 0;
}

/** Rebuilds the vocabulary and deletes words no longer in any post visible to every member. */
export async function recountWords(): Promise<void> {
  await withLongStatements(120_000, (own) =>
    own.transaction(async (tx) => {
      // The condition costs so much that any join costs nothing beside it to the planner, which
      // then reads all words once for each post.
      await tx.execute(sql`set local enable_nestloop = off`);
      await tx.execute(sql`
        with current as materialized (
          select distinct w.lexeme as word
          from posts
          join post_words on post_words.post_id = posts.id
          cross join unnest(post_words.words) w
          where ${visibleToAll()}
            and w.lexeme ${isGuessable}),
        deleted as (
          delete from search_vocabulary k
          where not exists (select from current where current.word = k.word))
        insert into search_vocabulary (word)
        select word from current
        order by word
        on conflict do nothing`);
    }),
  );
}

const maxCandidates = 60;
const maxCorrections = 8;

/** Corrections for each word that occur in posts. Without pg_trgm only swapped letters. */
export async function suggestCorrections(words: string[]): Promise<string[][]> {
  const swapped = words.flatMap((word, index) =>
    swaps(word).map((prefix) => ({ position: index + 1, prefix })),
  );
  const rows = await db.execute<{ position: number; word: string }>(sql`
    select position, word
    from (
      select s.position, 0 as rank, candidate.word
      from unnest(
        ${sql.param(swapped.map(({ position }) => position))}::int[],
        ${sql.param(swapped.map(({ prefix }) => prefix))}::text[]
      ) s (position, prefix),
        lateral (
          select k.word
          from search_vocabulary k
          where k.word ~>=~ s.prefix
            and k.word ~<~ (s.prefix || chr(1114111))
          order by k.word
          using ~<~
          limit ${maxCorrections}
        ) candidate
      union all
      select input.ordinality::int, candidate.ordinality::int, candidate.word
      from unnest(${sql.param(words)}::text[]) with ordinality input (word, ordinality),
        similar_words(input.word, ${maxCandidates}) with ordinality candidate (word, ordinality)
    ) found
    order by position, rank`);
  return words.map((word, index) =>
    findCorrections(
      word,
      [...new Set(rows.filter(({ position }) => position === index + 1).map((row) => row.word))],
      maxCorrections,
    ),
  );
}
