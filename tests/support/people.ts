import { hashPassword } from '#domains/auth/passwords.server.ts';
import type { AccountStatus, Audience } from '#domains/policy/audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { purgeDue } from '#domains/settings/purge.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

let count = 0;

/** As the viewer of a request that only reads: blocks nobody, hides nothing, and the session says so. */
export const reading = (member: Member): Member => ({
  ...member,
  hidesNothing: true,
  blocks: { ids: [], readAt: Infinity },
});

/** Inserts a member with an account; returns the viewer they are when signed in. */
export async function addMember(
  options: { status?: AccountStatus; name?: string; role?: Member['role']; avatar?: string } = {},
): Promise<Member> {
  const {
    status = 'active',
    name = `Person ${(count += 1)}`,
    role = 'member',
    avatar = null,
  } = options;
  const username = `person${process.pid}x${(count += 1)}`;
  const [row] = await db.execute<{ id: number }>(sql`
    insert into members (
      status, role, email, username, first_name, last_name, displayname, password_hash, avatar
    )
    values (
      ${status}, ${role}, ${`${username}@hearth.example`}, ${username}, ${name}, 'Test', ${name},
      'none', ${avatar}
    )
    returning id`);
  return {
    kind: 'member',
    id: row!.id,
    displayname: name,
    username,
    avatar,
    role,
    timezone: 'UTC',
    sessionId: row!.id,
  };
}

/** Gives the member a password, for calls that ask for it again. Returns it. */
export async function givePassword(member: Member): Promise<string> {
  const password = 'quiet lantern over water';
  const hash = await hashPassword(password);
  await db.execute(sql`update members set password_hash = ${hash} where id = ${member.id}`);
  return password;
}

/** Sets the profile's audience, members by default. */
export async function setProfileAudience(
  member: Pick<Member, 'id'>,
  audience: 'everyone' | 'members' | 'friends' | 'onlyme' = 'everyone',
): Promise<void> {
  await db.execute(
    sql`
      insert into member_settings (member_id, profile_audience)
      values (${member.id}, ${audience})
      on conflict (member_id)
      do update set profile_audience = excluded.profile_audience`,
  );
}

export async function setStatus(member: Member, status: AccountStatus): Promise<void> {
  await db.execute(sql`update members set status = ${status} where id = ${member.id}`);
}

/** Ends the account with everything of it, as after the days of grace. */
export async function purgeAccount(member: Member): Promise<void> {
  await db.execute(sql`
    update members set status = 'deleted', purge_after = now() - interval '1 minute'
    where id = ${member.id}`);
  await purgeDue();
}

export async function befriend(one: Member, other: Member): Promise<void> {
  await db.execute(
    sql`
      insert into friendships (member_id, friend_id)
      values (${one.id}, ${other.id}), (${other.id}, ${one.id})
      on conflict
      do nothing`,
  );
}

export async function unfriend(one: Member, other: Member): Promise<void> {
  await db.execute(
    sql`
      delete from friendships
      where (member_id, friend_id) in ((${one.id}, ${other.id}), (${other.id}, ${one.id}))`,
  );
}

export async function block(blocker: Member, blocked: Member): Promise<void> {
  await db.execute(
    sql`
      insert into blocks (blocker_id, blocked_id)
      values (${blocker.id}, ${blocked.id})
      on conflict
      do nothing`,
  );
}

export interface PostOptions {
  body?: string;
  audience?: Audience;
  publishedAt?: Date;
  sharedId?: number;
}

/** Inserts a post without the checks of the call. */
export async function addPost(author: Member, options: PostOptions = {}): Promise<number> {
  const { body = 'Hello', audience = 'everyone', publishedAt, sharedId = null } = options;
  const [row] = await db.execute<{ id: number }>(sql`
    insert into posts (
      author_id, type, subject_id, object_id, body, audience, published_at, shared_type, shared_id
    )
    values (
      ${author.id}, ${sharedId === null ? 'status' : 'share'}, ${author.id}, ${author.id}, ${body},
      ${audience}, coalesce(${publishedAt?.toISOString() ?? null}::timestamptz, now()),
      ${sharedId === null ? null : 'post'}, ${sharedId}
    )
    returning id`);
  return row!.id;
}

/** Inserts a photo or uploaded video of a post without its file; returns the media id. */
export async function addMedia(
  author: Member,
  postId: number,
  options: { kind?: 'photo' | 'video'; body?: string; alt?: string } = {},
): Promise<number> {
  const { kind = 'photo', body = '', alt = '' } = options;
  const isPhoto = kind === 'photo';
  const [row] = await db.execute<{ id: number }>(sql`
    with picture as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder, alt
      )
      values (
        ${author.id}, ${kind}, ${`hash${postId}`}, ${isPhoto ? 'image/jpeg' : 'video/mp4'}, 1, 1600,
        1200, '{320,640,1280}', '', ${alt}
      )
      returning id
    ),
      attached as (
        insert into attachments (post_id, position, type, media_id, body, video_type)
        select ${postId}, (select count(*) from attachments where post_id = ${postId}),
          ${isPhoto ? 'photo' : 'video'}, id, ${body}, ${isPhoto ? null : 3}
        from picture
      ),
      counted as (update posts set attachment_count = attachment_count + 1 where id = ${postId})
    select id
    from picture`);
  return row!.id;
}
