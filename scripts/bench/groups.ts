import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import { measureRound, median, type Round } from './compare.ts';
import { addCrowd, openFilledCopy } from './filled-copy.ts';
import type { BenchRequest } from './load.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

const small = { id: 1_000_001, posts: 1_000, members: 10 };
const large = { id: 1_000_002, posts: 1_000_000, members: 100_000 };

/** Requests about a group, in turn to the small and to the large one. */
const requests: Record<string, (member: scenario.Member, group: number) => BenchRequest> = {
  'screen of its posts': ({ cookie }, group) => ({
    path: `/groups/group/${group}/posts`,
    headers: { cookie, 'accept-encoding': 'zstd' },
  }),
  'its posts by the call': ({ headers }, group) => ({
    path: `/api/rest/advancedactivity/feeds?subject_type=group&subject_id=${group}&limit=20`,
    headers,
  }),
  'new post in it': ({ headers }, group) => ({
    method: 'POST',
    path: '/api/rest/advancedactivity/feeds/post',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: `body=Who+has+the+ladder&subject_type=group&subject_id=${group}`,
  }),
};

const searches: Record<string, (n: number) => string> = {
  'all members': (n) => `page=${1 + (n % 5)}`,
  'by a whole name': (n) => `search=n${10_000 + n}`,
  'by a first name that 150 have': (n) => `search=crowd${n % 700}`,
  'by two letters': (n) => `search=${['cr', 'n9', 'n1'][n % 3]!}`,
};

/**
 * A group of 1,000,000 posts and 100,000 members beside one of 1,000 posts and 10 members: posts,
 * new posts, the list of members, and how long the jobs take that notify 100,000 members.
 */
export async function measureGroups(
  postgres: { url: string; adminUrl: string; pid: number; folder: string },
  rounds: number,
): Promise<string> {
  const url = await openFilledCopy(postgres, { name: 'bench_groups', fill: addGroups });
  const app = await startBuilt(join(root, 'dist'), {
    DATABASE_URL: url,
    DATA_DIR: postgres.folder,
  });
  try {
    await sleep(2_000);
    const owner = await scenario.signIn(app, 'ada@hearth.example');
    const lines = [
      '| request | small group p50 ms | large group p50 ms | ratio | ratio of processor time |',
      '|---|--:|--:|--:|--:|',
    ];
    for (const [name, toRequest] of Object.entries(requests)) {
      const runs: Round[][] = [[], []];
      for (let round = -2; round < rounds; round++)
        for (const turn of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const { id } = [small, large][turn]!;
          const measured = await measureRound(app, postgres.pid, () => toRequest(owner, id));
          // The first rounds warm up.
          if (round >= 0) runs[turn]!.push(measured);
        }
      lines.push(toLine(name, runs));
    }
    lines.push('', '| members of the large group | p50 ms | p95 ms |', '|---|--:|--:|');
    for (const [name, toQuery] of Object.entries(searches)) {
      const times: number[] = [];
      for (let turn = -3; turn < 200; turn++) {
        const start = performance.now();
        const path = `groups/member/list/${large.id}?${toQuery(Math.abs(turn))}`;
        const answer = await fetch(`${app.origin}/api/rest/${path}`, { headers: owner.headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        if (turn >= 0) times.push(performance.now() - start);
      }
      times.sort((a, b) => a - b);
      lines.push(`| ${name} | ${times[100]!.toFixed(1)} | ${times[190]!.toFixed(1)} |`);
    }
    return [...lines, '', await measureNotifying(url, app, owner)].join('\n');
  } finally {
    await app.stop();
  }
}

/** One post of which all members of the large group want to be notified. */
async function measureNotifying(url: string, app: { origin: string }, owner: scenario.Member) {
  return query(url, async (sql) => {
    await sql`set statement_timeout = 0`;
    await sql`
      update memberships
      set notify = 2
      where type = 'group'
        and id = ${large.id}`;
    await sql`vacuum analyze memberships`;
    const { path, ...request } = requests['new post in it']!(owner, large.id);
    const start = performance.now();
    const answer = await fetch(`${app.origin}${path}`, request);
    const seconds = () => ((performance.now() - start) / 1_000).toFixed(2);
    if (!answer.ok) throw new Error(`The post was answered with ${answer.status}`);
    const answered = seconds();
    for (;;) {
      const [{ notified }] = (await sql`
        select count(*)::int as notified
        from notifications
        where type = 'group_post'
          and context_id = (select max(id) from posts)`) as unknown as [{ notified: number }];
      if (notified >= large.members - 1 || performance.now() - start > 600_000)
        return `The post was answered after ${answered} s; ${notified} members were notified of it after ${seconds()} s.`;
      await sleep(250);
    }
  });
}

function toLine(name: string, [before, after]: Round[][]): string {
  const ratio = (read: (round: Round) => number) =>
    median(after!.map((round, index) => read(round) / read(before![index]!))).toFixed(2);
  const waited = (runs: Round[]) => median(runs.map((round) => round.waited)).toFixed(1);
  const work = ({ server, database }: Round) => server + database;
  return `| ${[name, waited(before!), waited(after!), ratio((round) => round.waited), ratio(work)].join(' | ')} |`;
}

/** The triggers of these tables, which count and check, are off. */
async function addGroups(sql: Sql): Promise<void> {
  await sql`set statement_timeout = 0`;
  const tables = ['containers', 'groups', 'members', 'memberships', 'posts'];
  for (const table of tables) await sql.unsafe(`alter table ${table} disable trigger user`);
  await addCrowd(sql, large.members);
  for (const { id, members, posts } of [small, large]) {
    await sql`
      insert into containers (type, id, owner_id, title, visibility, member_count)
      select 'group', ${id}, id, 'Group of ' || ${members}::int, 'registered', ${members}::int
      from members
      where email = 'ada@hearth.example'`;
    await sql`
      insert into groups (id, category_id) select ${id}, min(id) from group_categories`;
    await sql`
      insert into memberships (type, id, member_id, state, role, notify, joined_at)
      select 'group', ${id}, id, 'member', case when email like 'ada@%' then 30 else 0 end, 1, now()
      from (
        select id, email from members
        where email like '%@crowd.example' or email = 'ada@hearth.example'
        order by email
        limit ${members}
      ) m`;
    await sql`
      insert into posts (
        author_id, subject_id, object_type, object_id, body, audience, published_at
      )
      select author_id, author_id, 'group', ${id}, 'Who brings the ladder back?', 'container',
        now() - random() * interval '730 days'
      from (
        select w.ids[1 + n % array_length(w.ids, 1)] as author_id
        from generate_series(1, ${posts}::int) n,
          (
            select array_agg(member_id) as ids
            from (
              select member_id
              from memberships
              where type = 'group'
                and id = ${id}
              limit 1000
            ) writer
          ) w
      ) t`;
  }
  for (const table of tables) await sql.unsafe(`alter table ${table} enable trigger user`);
  await sql`vacuum (analyze) posts`;
  await sql`analyze`;
}
