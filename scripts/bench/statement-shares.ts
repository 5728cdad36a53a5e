import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import type { BenchRequest } from './load.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

const warmUps = 60;
const requests = 300;

const conditions =
  /^src\/.*(?:visibility|audience|access|subjects|-rows|-kinds|selection)(?:\.server)?\.ts$/;
/** Modules that build SQL: our tag, Drizzle's builder, and conditions. */
const builds = new RegExp(
  `^src/server/sql\\.ts$|^node_modules/drizzle-orm/(?:sql|pg-core/dialect)|${conditions.source}`,
);
/** Modules that run it; what they call counts as theirs. */
const runs = /^node_modules\/(?:postgres|drizzle-orm)\/|^src\/server\/(?:db\.ts|database)/;
/** In modules that build: functions that ask the database, or fill in values. */
const runners = /^(?:read|list|find|count|add|fillPlaceholders)(?:[A-Z]|$)/;

interface Frame {
  url: string;
  lineNumber: number;
  functionName: string;
}

interface Profile {
  nodes: Array<{ id: number; callFrame: Frame; children?: number[] }>;
  samples: number[];
}

const moduleStarts = new Map<string, Array<{ line: number; module: string }>>();

/** The source file of a line of a built chunk: comments of the bundler say where each begins. */
function moduleOf({ url, lineNumber }: Frame): string {
  if (!url.startsWith('file:') || !url.includes('/dist/')) return '';
  let starts = moduleStarts.get(url);
  if (!starts) {
    starts = readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .flatMap((text, line) => {
        const module = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(text)?.[1];
        return module ? [{ line, module }] : [];
      });
    moduleStarts.set(url, starts);
  }
  return starts.findLast(({ line }) => line <= lineNumber)?.module ?? '';
}

/** Share of the samples, without idle ones, that have a function that builds SQL on their stack. */
export function buildingShare({ nodes, samples }: Profile): number {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const verdicts = new Map<number, boolean>();
  const isBuilding = (id: number): boolean => {
    let known = verdicts.get(id);
    if (known === undefined) {
      const parent = parents.get(id);
      const { callFrame } = byId.get(id)!;
      const module = moduleOf(callFrame);
      const ofParent = parent !== undefined && isBuilding(parent);
      // Checks of types are called by both.
      if (/drizzle-orm\/entity/.test(module)) known = ofParent;
      else if (builds.test(module)) known = !runners.test(callFrame.functionName);
      else known = !runs.test(module) && ofParent;
      verdicts.set(id, known);
    }
    return known;
  };
  const busy = samples.filter((id) => byId.get(id)!.callFrame.functionName !== '(idle)');
  return busy.filter(isBuilding).length / busy.length;
}

/** Addresses that exist in the filled database. */
async function paths(url: string, memberId: number) {
  const [row] = await query(
    url,
    (sql) => sql`
      select
        (
          select ms.id
          from memberships ms
          where ms.type = 'group'
            and ms.member_id = ${memberId}
          limit 1
        ) as "group",
        (
          select ms.id
          from memberships ms
          where ms.type = 'page'
            and ms.member_id = ${memberId}
          limit 1
        ) as page,
        (
          select a.id
          from albums a
          where a.owner_id = ${memberId}
            and a.container_id is null
          order by (select count(*) from album_photos p where p.album_id = a.id) desc
          limit 1
        ) as album,
        (
          select at.post_id || '/photo/' || at.media_id
          from attachments at
          join posts p on p.id = at.post_id
          where at.type = 'photo'
            and p.author_id = ${memberId}
          limit 1
        ) as photo`,
  );
  return row as { group: number; page: number; album: number; photo: string };
}

/** Share of the server's processor time that goes into building SQL, for each screen of a member. */
export async function measureShares(postgres: { url: string; folder: string }): Promise<string> {
  const file = join(postgres.folder, 'profile.json');
  const profiler = pathToFileURL(join(root, 'scripts/bench/profiler.mjs')).href;
  const app = await startBuilt(join(root, 'dist'), {
    DATABASE_URL: postgres.url,
    DATA_DIR: postgres.folder,
    PROFILE_FILE: file,
    NODE_OPTIONS: `--import ${profiler}`,
  });
  try {
    await sleep(3_000);
    const ada = await scenario.signIn(app, 'ada@hearth.example');
    const [{ id }] = (await query(
      postgres.url,
      (sql) => sql`select id from members where email = 'ada@hearth.example'`,
    )) as unknown as [{ id: number }];
    const at = await paths(postgres.url, id);
    const talk = await scenario.newestConversation(app, ada);
    const screen = (path: string): BenchRequest => ({ path, headers: { cookie: ada.cookie } });
    const rows: Record<string, BenchRequest> = {
      '/home': screen('/home'),
      'feed call': scenario.feed(ada),
      '/notifications': screen('/notifications'),
      '/profile/{id}/posts': screen(`/profile/${id}/posts`),
      '/profile/settings': screen('/profile/settings'),
      'wall of a group': screen(`/groups/group/${at.group}/posts`),
      'group call': { path: `/api/rest/groups/view/${at.group}`, headers: ada.headers },
      'list of groups': screen('/groups/browse'),
      'a page': screen(`/pages/page/${at.page}`),
      'list of pages': screen('/pages'),
      search: screen('/search?q=garden'),
      'search call': { path: '/api/rest/search?query=garden', headers: ada.headers },
      inbox: scenario.inbox(ada),
      'a conversation': screen(`/messages/${talk}`),
      'albums of a profile': screen(`/profile/${id}/albums`),
      'an album': screen(`/profile/${id}/albums/${at.album}`),
      lightbox: screen(`/posts/${at.photo}`),
      '/friends': screen('/friends'),
      suggestions: screen('/friends/suggestions'),
    };
    const lines = ['| request | share |', '|---|--:|'];
    for (const [name, { path, headers }] of Object.entries(rows)) {
      const ask = async () => {
        const response = await fetch(`${app.origin}${path}`, { headers, redirect: 'manual' });
        await response.arrayBuffer();
        if (response.status !== 200) process.stderr.write(`${name} ${path}: ${response.status}\n`);
      };
      for (let count = 0; count < warmUps; count += 1) await ask();
      rmSync(file, { force: true });
      process.kill(app.pid, 'SIGUSR2');
      await sleep(200);
      for (let count = 0; count < requests; count += 1) await ask();
      process.kill(app.pid, 'SIGUSR2');
      while (!existsSync(file)) await sleep(50);

      const share = buildingShare(JSON.parse(readFileSync(file, 'utf8')) as Profile);
      lines.push(`| ${name} | ${(share * 100).toFixed(1)} % |`);
      process.stderr.write(`${lines.at(-1)}\n`);
    }
    return lines.join('\n');
  } finally {
    await app.stop();
  }
}
