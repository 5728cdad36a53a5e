import { containerDemos } from '#app/container-demos.ts';
import type { ContainerDemo, LoadedDemoContainer } from '#domains/containers/container-demo.ts';
import { slugSkeleton } from '#domains/containers/slugs.rules.ts';
import { loadAlbum } from './albums.ts';
import { choosePeople, writePeople } from './container-people.ts';
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
      await writeContainer(loaded, demo, people.owner, pictures);
      await demo.writeDetails(loaded);
      await writePeople(loaded, demo, people, { members, random: own });
      await loadContainerPosts(loaded, demo, people, { members, pictures, random: own });
      for (const [index, album] of (container.albums ?? []).entries())
        await loadAlbum(tx, people.owner, album, {
          pictures,
          own: own.fork(album.title),
          time: createdAt.getTime() + ((index + 1) * (now - createdAt.getTime())) / 4,
          audience: 'container',
          container: { type: demo.type, id, isSpeaking: demo.speaksForItself },
        });
      await demo.finish(loaded);
    }
  await markRead(tx);
  await setSequences(tx, ['containers', 'posts', 'media', 'attachments', 'comments']);
  for (const { itemTable } of containerDemos)
    if (itemTable)
      await tx`
        select setval(pg_get_serial_sequence('containers', 'id'), greatest(
          (select max(id) from containers), (select max(id) from ${tx(itemTable)})
        ))`;
  await writeDailyStats(tx, new Date(now));
}

async function writeContainer(
  { tx, id, container, createdAt, now }: LoadedDemoContainer,
  { type, isPublication }: ContainerDemo,
  ownerId: number,
  pictures: PicturePool,
): Promise<void> {
  const { slug, title, joinQuestions, settings = {} } = container;
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
  if (joinQuestions)
    await tx`
      update containers
      set join_questions = ${JSON.stringify(joinQuestions)}::text::jsonb
      where type = ${type} and id = ${id}`;
  if (!isPublication) return;
  await tx`
    insert into container_slugs (slug, skeleton, type, id, created_at)
    values (${slug}, ${slugSkeleton(slug)}, ${type}, ${id}, ${createdAt.toISOString()})`;
}

/** Two members of three have read everything. */
async function markRead(tx: Transaction): Promise<void> {
  await tx`
    update memberships ms
    set last_read_sort_key = c.newest_sort_key
    from containers c
    where c.type = ms.type
      and c.id = ms.id
      and ms.state = 'member'
      and (ms.member_id + ms.id) % 3 > 0`;
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
    insert into discussed_posts (post_id, type, id, commented_at)
    select p.id, p.object_type, p.object_id, max(comment.created_at)
    from posts p
    join comments comment on comment.subject_type = 'post' and comment.subject_id = p.id
    where p.audience = 'container'
    group by p.id
    on conflict do nothing`;
  await tx`
    update container_totals t
    set views = (
      select coalesce(sum(viewers), 0)
      from container_daily_stats s
      where s.type = t.type and s.id = t.id
    )`;
}
