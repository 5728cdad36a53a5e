import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';
import { meantBy, swaps } from './typos.rules.ts';

/** Numbers and addresses are not guessed at. */
const isGuessable = sql`~ '^[[:alpha:]]{3,40}$'`;

const mostAtOnce = 20_000;
/** A post that was committed after one with a higher number is not missed. */
const overlap = 200;

/** Takes in the words of the posts written since the last look; the words of edited ones come with `recountWords`. */
export async function gatherWords(): Promise<void> {
  await db.execute(sql`
    with place as materialized (select coalesce((select value::bigint from site_state where key = 'words_known_up_to'), 0) as id),
    newest as materialized (
      select w.post_id, w.words from post_words w, place
      where w.post_id > place.id - ${overlap}::bigint and exists (select from post_words later where later.post_id > place.id) order by w.post_id limit ${mostAtOnce}),
    added as (
      insert into known_words (word) select distinct said.lexeme from newest, unnest(newest.words) said where said.lexeme ${isGuessable} order by said.lexeme
      on conflict do nothing)
    insert into site_state (key, value) select 'words_known_up_to', max(post_id)::text from newest having count(*) > 0
    on conflict (key) do update set value = excluded.value, updated_at = now()`);
}

/** Reads all words anew: what nobody has written any more is forgotten. */
export async function recountWords(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '2min'`);
    await tx.execute(sql`
      with said as materialized (select word from ts_stat('select words from post_words') where word ${isGuessable}),
      gone as (delete from known_words k where not exists (select from said where said.word = k.word))
      insert into known_words (word) select word from said order by word on conflict do nothing`);
  });
}

const mostCandidates = 60;
const mostMeant = 8;

/** For each of the words those that may have been meant instead, as far as any post has them. Where the database has no pg_trgm, only swapped letters are forgiven. */
export async function findMeant(words: string[]): Promise<string[][]> {
  const swapped = words.flatMap((word, index) => swaps(word).map((begin) => ({ place: index + 1, begin })));
  const rows = await db.execute<{ place: number; word: string }>(sql`
    select place, word from (
      select s.place, 0 as nth, near.word from unnest(${sql.param(swapped.map(({ place }) => place))}::int[], ${sql.param(swapped.map(({ begin }) => begin))}::text[]) s (place, begin),
        lateral (select k.word from known_words k where k.word ~>=~ s.begin and k.word ~<~ (s.begin || chr(1114111)) order by k.word using ~<~ limit ${mostMeant}) near
      union all
      select said.place::int, near.nth::int, near.word from unnest(${sql.param(words)}::text[]) with ordinality said (word, place),
        similar_words(said.word, ${mostCandidates}) with ordinality near (word, nth)) found
    order by place, nth`);
  return words.map((word, index) => meantBy(word, [...new Set(rows.filter(({ place }) => place === index + 1).map((row) => row.word))], mostMeant));
}
