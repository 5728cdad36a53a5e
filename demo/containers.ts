import { containerDemos } from '#app/container-demos.ts';
import type { DemoContainer, LoadedDemoContainer } from '#domains/containers/container-demo.ts';
import { slugSkeleton } from '#domains/containers/slugs.rules.ts';
import { loadContainerPosts } from './container-posts.ts';
import type { PicturePool } from './drawing/pool.ts';
import { setSequences } from './load/bulk.ts';
import type { SeedMember } from './people/members.ts';
import type { Random } from './random.ts';
import { openedAt } from './timeline.ts';

type Transaction = LoadedDemoContainer['tx'];

export interface ContainerCommunity {
  members: SeedMember[];
  pictures: PicturePool;
  random: Random;
  now: number;
}

/** Members of a container by role; ids. */
export interface People {
  owner: number;
  admins: number[];
  moderators: number[];
  others: number[];
}

/** Fewer could not fill a container. */
const minMembers = 12;
const day = 86_400_000;

/**
 * Creates the containers that the kinds describe, with members, posts and numbers. Runs after the
 * triggers are restored, which keep the counters.
 */
export async function loadContainers(
  tx: Transaction,
  { members, pictures, random, now }: ContainerCommunity,
): Promise<void> {
  if (members.length < minMembers) return;
  let id = 0;
  for (const demo of containerDemos)
    for (const container of demo.containers) {
      const { type } = demo;
      id += 1;
      const own = random.fork(container.slug);
      const people = choosePeople(container, members, own);
      const founder = members[people.owner - 1]!;
      const createdAt = new Date(
        Math.max(founder.joinedAt, openedAt + container.since * (now - openedAt)) + day / 2,
      );
      const loaded: LoadedDemoContainer = {
        tx,
        id,
        container,
        createdAt,
        now: new Date(now),
        memberIds: people.others,
      };
      await writeContainer(loaded, type, people.owner, pictures);
      await demo.writeDetails(loaded);
      await writePeople(loaded, type, people, { members, random: own });
      await loadContainerPosts(loaded, type, people, { members, pictures, random: own });
      await demo.finish(loaded);
    }
  await setSequences(tx, ['containers', 'posts', 'media', 'attachments', 'comments']);
  await writeDailyStats(tx, new Date(now));
}

/** The owner, a small staff, and those who joined. */
function choosePeople(
  { owner, joined, settings }: DemoContainer,
  members: SeedMember[],
  random: Random,
): People {
  const ids = random.shuffled(members.slice(2).map(({ id }) => id));
  const first = owner ?? ids.pop()!;
  if (settings?.state === 'draft') return { owner: first, admins: [], moderators: [], others: [] };
  // Large communities would only take long.
  const joining = ids.slice(0, Math.min(200, Math.round(ids.length * joined)));
  const [admin, moderator, ...others] = joining;
  // The two members that the demo is looked at as belong to most.
  const known = [1, 2].filter((id) => id !== first && random.chance(0.6));
  return {
    owner: first,
    admins: admin ? [admin] : [],
    moderators: moderator ? [moderator] : [],
    others: [...others, ...known],
  };
}

async function writeContainer(
  { tx, id, container, createdAt, now }: LoadedDemoContainer,
  type: string,
  ownerId: number,
  pictures: PicturePool,
): Promise<void> {
  const { slug, title, settings = {} } = container;
  const { logo = null, cover = null } = pictures.containers[slug] ?? {};
  const row = {
    ...settings,
    type,
    id,
    owner_id: ownerId,
    title,
    avatar: logo,
    cover,
    created_at: createdAt.toISOString(),
    ...(settings.state === 'archived'
      ? { archived_at: new Date(now.getTime() - 20 * day).toISOString() }
      : {}),
  };
  await tx`insert into containers ${tx(row)}`;
  await tx`
    insert into container_slugs (slug, skeleton, type, id, created_at)
    values (${slug}, ${slugSkeleton(slug)}, ${type}, ${id}, ${createdAt.toISOString()})`;
}

interface Choice {
  members: SeedMember[];
  random: Random;
}

async function writePeople(
  { tx, id, container, createdAt, now }: LoadedDemoContainer,
  type: string,
  { owner, admins, moderators, others }: People,
  { members, random }: Choice,
): Promise<void> {
  const taken = new Set([owner, ...admins, ...moderators, ...others]);
  const outside = random
    .shuffled(members.map((member) => member.id))
    .filter((one) => !taken.has(one));
  const timeOf = (memberId: number) => {
    const from = Math.max(createdAt.getTime(), members[memberId - 1]!.joinedAt);
    // The latest joined in the last days.
    return new Date(from + Math.sqrt(random.next()) * (now.getTime() - from));
  };
  const joined = (memberId: number, role = 0) => ({
    member_id: memberId,
    state: 'member',
    role,
    is_following: role > 0 || random.chance(0.85),
    joined_at: role === 30 ? createdAt : timeOf(memberId),
  });
  const requests = outside.splice(0, container.requests ?? 0).map((memberId, index) => ({
    member_id: memberId,
    state: 'requested',
    requested_at: new Date(now.getTime() - (index + 0.3) * day),
  }));
  const followers = container.settings?.state
    ? []
    : outside.splice(0, Math.round(others.length / 4)).map((memberId) => ({
        member_id: memberId,
        state: 'none',
        is_following: true,
      }));
  const rows = [
    joined(owner, 30),
    ...admins.map((one) => joined(one, 20)),
    ...moderators.map((one) => joined(one, 10)),
    ...others.map((one) => joined(one)),
    ...requests,
    ...followers,
  ];
  await tx`
    insert into memberships (
      type, id, member_id, state, role, is_following, joined_at, requested_at
    )
    select ${type}, ${id}, member_id, state, coalesce(role, 0), coalesce(is_following, false),
      joined_at, requested_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as m (
      member_id bigint, state text, role smallint, is_following boolean, joined_at timestamptz,
      requested_at timestamptz
    )
    order by member_id`;
}

/** Days of the past, which the triggers count as of today, and views of the last four months. */
async function writeDailyStats(tx: Transaction, now: Date): Promise<void> {
  await tx`delete from container_daily_stats`;
  await tx`
    insert into container_daily_stats (
      type, id, day, joins, follows, posts, likes, comments, views, viewers, visitor_views
    )
    select type, id, day, sum(joins), sum(follows), sum(posts), sum(likes), sum(comments),
      sum(views), sum(viewers), sum(visitor_views)
    from (
      select ms.type, ms.id, (ms.joined_at at time zone 'Etc/UTC')::date as day, 1 as joins,
        ms.is_following::int as follows, 0 as posts, 0 as likes, 0 as comments, 0 as views, 0 as viewers, 0 as visitor_views
      from memberships ms
      where ms.state = 'member'
      union all
      select p.object_type, p.object_id, (p.published_at at time zone 'Etc/UTC')::date, 0, 0, 1, 0,
        0, 0, 0, 0
      from posts p
      where p.audience = 'container'
      union all
      select c.type, c.id, (r.created_at at time zone 'Etc/UTC')::date, 0, 0, 0, 1, 0, 0, 0, 0
      from containers c
      join reactions r on r.subject_type::text = c.type and r.subject_id = c.id
      union all
      select p.object_type, p.object_id, (comment.created_at at time zone 'Etc/UTC')::date, 0, 0, 0,
        0, 1, 0, 0, 0
      from posts p
      join comments comment on comment.subject_type = 'post' and comment.subject_id = p.id
      where p.audience = 'container'
      union all
      -- More people, more views; fewer on some days than on others, the same at every start.
      select c.type, c.id, seen.day, 0, 0, 0, 0, 0, seen.viewers * 2, seen.viewers, seen.viewers
      from containers c
      cross join lateral (
        select day::date,
          c.member_count * (get_byte(decode(md5(c.title || day::date), 'hex'), 0) % 40) / 100
            as viewers
        from generate_series(
          greatest(c.created_at, ${now.toISOString()}::timestamptz - interval '120 days') at time zone 'Etc/UTC',
          ${now.toISOString()}::timestamptz at time zone 'Etc/UTC', interval '1 day'
        ) day
      ) seen
      where c.state <> 'draft'
    ) counted
    group by type, id, day
    order by type, id, day`;
  await tx`
    update containers c
    set view_count = (
      select coalesce(sum(viewers), 0)
      from container_daily_stats s
      where s.type = c.type and s.id = c.id
    )`;
}
