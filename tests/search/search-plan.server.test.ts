import type { SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { membersStatement } from '#domains/search/member-list.server.ts';
import {
  findSimilarPeople,
  namedCandidates,
  peopleStatement,
} from '#domains/search/people.server.ts';
import { postsStatement } from '#domains/search/post-search.server.ts';
import { recountWords, suggestCorrections } from '#domains/search/vocabulary.server.ts';
import { prefixQuery } from '#lib/search-words.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { waitUntil } from '../../scripts/launch/processes.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import {
  customPlanOf as explained,
  genericPlanOf,
  recordPlans,
  type StatementPlan,
} from '../support/plans.ts';

let bo: Member;
/** Rows of tables that recounting the vocabulary has read. */
let recounted: number;

/** Counts what a connection has read at the latest when it ends, as that of long statements does. */
async function readTuples(): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as count
    from pg_stat_user_tables
    where relname in ('posts', 'post_words', 'members')`);
  return row!.count;
}

// Twenty thousand of each: every second post contains 'garden', each a unique word, one in two
// thousand 'heron'; over half a year, with 'snow' only long ago; and 156 words in rotation.
beforeAll(async () => {
  const ada = await addMember({ name: 'Ada Quill' });
  bo = await addMember({ name: 'Bo Reed' });
  await fill(async (tx) => {
    await tx.execute(sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', 'many' || n || '@hearth.test', 'many' || n, 'Many', 'One',
        initcap(substr(md5(n::text), 1, 6)) || ' ' || initcap(substr(md5((n * 7)::text), 1, 8)), ''
      from generate_series(1, 20000) n`);
    await tx.execute(
      sql`
        insert into member_settings (member_id, is_findable)
        select id, id % 50 <> 0
        from members
        where id % 4 = 0`,
    );
    await tx.execute(sql`
      insert into posts (author_id, subject_id, object_id, body, audience, published_at)
      select ${ada.id}, ${ada.id}, ${ada.id},
        case
          when n % 2 = 0 then 'garden'
          else 'kitchen'
        end || ' ' || case
          when n % 2000 = 0 then 'heron '
          when n > 4000
          and n % 4 = 1 then 'snow ' else '' end || 'word' || chr(97 + n % 26) || chr(97 + n / 26 % 6) || ' ' || translate(
            md5(n::text), '0123456789', 'ghijklmnop'
          ),
        'everyone', now() - n * interval '12 minutes'
      from generate_series(1, 20000) n`);
  });
  await db.execute(sql`analyze members, member_settings, posts, post_words`);
  const before = await readTuples();
  await recountWords();
  const isCounted = async () => {
    recounted = (await readTuples()) - before;
    return recounted >= 2 * 20_000;
  };
  await waitUntil(isCounted, 30_000);
  // Merges the pending list of the index, as autovacuum does during a day.
  for (const index of ['search_vocabulary_similar', 'members_name_words'])
    await db.execute(sql`select gin_clean_pending_list(${index}::regclass)`);
  await db.execute(sql`analyze search_vocabulary`);
});

/** Includes the rows read from the growing tables. */
const touching = (plan: StatementPlan) => ({
  ...plan,
  touched: Math.max(...['members', 'posts', 'post_words'].map((table) => plan.rows[table] ?? 0)),
});
const planOf = async (statement: SQL) => touching(await explained(statement));

const page = { offset: 0, limit: 20 };
const people = (query: string) =>
  planOf(peopleStatement(bo, namedCandidates(query), sql`found.rank, found.name_words`, page));
const postsPlan = async (...words: string[]) =>
  touching(await genericPlanOf(postsStatement(bo, prefixQuery(words), page)));

describe('members', () => {
  test.each(['quill', 'ada qu', 'xylophone'])('%s: by the name index', async (query) => {
    const { indexes, scanned, touched } = await people(query);
    expect(indexes).toContain('members_name_words');
    expect(scanned).not.toContain('members');
    expect(touched).toBeLessThan(20);
  });

  test('a single letter reads its matches, and the settings once for all', async () => {
    const { indexes, touched, blocks } = await people('a');
    expect(indexes).toContain('member_settings_unfindable');
    expect(touched).toBeLessThan(3_000);
    expect(blocks).toBeLessThan(3_000);
  });
});

test('the member list: the newest until there are enough, or by the name index', async () => {
  const query = { name: '', hasPhoto: false, isOnline: false, page: 1, limit: 20 };
  const all = await planOf(membersStatement(bo, query));
  expect(all.scanned).not.toContain('members');
  expect(all.touched).toBeLessThan(1_100);
  const named = await planOf(membersStatement(bo, { ...query, name: 'uill' }));
  expect(named.indexes).toContain('members_name_words');
  expect(named.touched).toBeLessThan(20);
});

describe('posts, by the plan cached for all words', () => {
  // The newest 2,000, which are always read, and one probe for the start of each month.
  const always = 2_040;

  test.each(['heron', 'garden heron', 'unheard', 'garden unheard'])(
    '%s, in few or no posts: by the word index',
    async (words) => {
      const { indexes, scanned, touched, rows } = await postsPlan(...words.split(' '));
      expect(indexes).toContain('post_words_by_month');
      expect(scanned).toEqual([]);
      expect(touched).toBeLessThan(always + 30);
      expect(rows.posts).toBeLessThan(50);
    },
  );

  test.each(['garden', 'g', 'gard w'])('%s, in very many posts: only the newest', async (words) => {
    const { scanned, touched, rows } = await postsPlan(...words.split(' '));
    expect(scanned).toEqual([]);
    expect(touched).toBeLessThan(always);
    expect(rows.posts).toBeLessThan(300);
  });

  test('snow, in no post for months: the months with matches until there are enough', async () => {
    const { scanned, touched, rows } = await postsPlan('snow');
    expect(scanned).toEqual([]);
    // One or two months of the four thousand posts with that word.
    expect(touched).toBeLessThan(always + 1_700);
    expect(rows.posts).toBeLessThan(300);
  });
});

test('the vocabulary is recounted by reading every post, its words and every member once', () => {
  expect(recounted).toBeGreaterThanOrEqual(2 * 20_000);
  expect(recounted).toBeLessThan(3 * 21_000);
});

test('corrections: by the vocabulary index', async () => {
  const { indexes } = await explained(
    sql`
      select word
      from search_vocabulary
      where word %> 'gardne'
      order by word_similarity('gardne', word) desc
      limit 60`,
  );
  expect(indexes).toContain('search_vocabulary_similar');
});

test('swapped letters: words and names by their indexes', async () => {
  const [corrections] = await recordPlans(() => suggestCorrections(['gadren', 'hernos']));
  expect([corrections!.indexes, corrections!.scanned]).toEqual([
    expect.arrayContaining(['search_vocabulary_prefix']),
    [],
  ]);
  const [named] = await recordPlans(() => findSimilarPeople(bo, 'mnaify', page));
  expect(named!.indexes).toContain('members_name_words');
  expect(named!.scanned).not.toContain('members');
});
