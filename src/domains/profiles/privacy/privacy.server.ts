import { listActivitySettings } from '#domains/activities/activity.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import {
  defaultWallPosters,
  type ProfileAudience,
  type WallPosters,
} from '#domains/policy/profile-audience.rules.ts';
import { profileAudience } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { details } from '#domains/profiles/details/details.rules.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const activityTypes = (): string[] => listActivitySettings().map(({ type }) => type);

export interface PrivacySettings {
  profile: ProfileAudience;
  friends: ProfileAudience;
  birthday: ProfileAudience;
  requestsFrom: 'everyone' | 'friends_of_friends' | 'nobody';
  messagesFrom: 'everyone' | 'friends';
  wallPosters: WallPosters;
  isFindable: boolean;
  isIndexed: boolean;
  /** Activities that the feed shares automatically. */
  sharedTypes: string[];
}

interface Row extends Omit<PrivacySettings, 'sharedTypes'>, Record<string, unknown> {
  hiddenTypes: string[];
}

export async function readPrivacy(member: Member): Promise<PrivacySettings> {
  const [row] = await db.execute<Row>(sql`
    select ${profileAudience(sql`s.profile_audience`)} as profile,
      coalesce(s.friends_audience, 'everyone') as friends,
      coalesce(s.friend_requests_from, 'everyone') as "requestsFrom",
      coalesce(s.messages_from, 'everyone') as "messagesFrom",
      coalesce(s.wall_posts_from, ${defaultWallPosters}) as "wallPosters",
      coalesce(s.is_findable, true) as "isFindable", coalesce(s.is_indexed, true) as "isIndexed",
      coalesce(s.hidden_activity_types, '{}') as "hiddenTypes",
      coalesce(d.audiences ->> 'birthdate', ${details.birthdate.audience}) as birthday
    from members m
    left join member_settings s on s.member_id = m.id
    left join profile_details d on d.member_id = m.id
    where m.id = ${member.id}`);
  const { hiddenTypes, ...settings } = row!;
  return {
    ...settings,
    sharedTypes: activityTypes().filter((type) => !hiddenTypes.includes(type)),
  };
}

/** Applies at once, on every path: no decision about a viewer is cached. */
export async function savePrivacy(
  member: Member,
  changes: Partial<PrivacySettings>,
): Promise<void> {
  const { birthday, sharedTypes } = changes;
  const hiddenTypes = sharedTypes
    ? activityTypes().filter((type) => !sharedTypes.includes(type))
    : null;
  await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    await tx.execute(
      sql`insert into member_settings (member_id) values (${member.id}) on conflict do nothing`,
    );
    await tx.execute(sql`
      update member_settings
      set profile_audience = coalesce(${changes.profile ?? null}, profile_audience),
        friends_audience = coalesce(${changes.friends ?? null}, friends_audience),
        friend_requests_from = coalesce(${changes.requestsFrom ?? null}, friend_requests_from),
        is_findable = coalesce(${changes.isFindable ?? null}, is_findable),
        messages_from = coalesce(${changes.messagesFrom ?? null}, messages_from),
        wall_posts_from = coalesce(${changes.wallPosters ?? null}, wall_posts_from),
        is_indexed = coalesce(${changes.isIndexed ?? null}, is_indexed),
        hidden_activity_types = coalesce(${sql.param(hiddenTypes)}::text[], hidden_activity_types)
      where member_id = ${member.id}`);
    if (birthday === undefined) return;
    await tx.execute(sql`
      insert into profile_details as d (member_id, audiences)
      values (${member.id}, jsonb_build_object('birthdate', ${birthday}::text))
      on conflict (member_id)
      do update set audiences = d.audiences || excluded.audiences`);
  });
}
