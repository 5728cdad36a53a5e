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
import { profilePrivacies, wallPosterValues, type Privacy } from './privacy.schema.ts';

const activityTypes = (): string[] => listActivitySettings().map(({ type }) => type);

type WirePrivacy = 'everyone' | 'registered' | 'member' | 'owner';

export interface PrivacySettings {
  privacy: WirePrivacy;
  friends_privacy: WirePrivacy;
  birthday_privacy: WirePrivacy;
  friend_request: 'everyone' | 'friends_of_friends' | 'nobody';
  message: 'everyone' | 'member';
  comment: 'registered' | 'member' | 'owner';
  search: 0 | 1;
  indexed: 0 | 1;
  publishTypes: string[];
}

interface Row extends Record<string, unknown> {
  profile: ProfileAudience;
  friends: ProfileAudience;
  birthday: ProfileAudience;
  requests: PrivacySettings['friend_request'];
  messages: 'everyone' | 'friends';
  wallPosters: WallPosters;
  isFindable: boolean;
  isIndexed: boolean;
  hiddenTypes: string[];
}

const wirePrivacies = {
  everyone: 'everyone',
  members: 'registered',
  friends: 'member',
  onlyme: 'owner',
} as const;
const toWirePrivacy = (audience: ProfileAudience): WirePrivacy => wirePrivacies[audience];

export async function readPrivacy(member: Member): Promise<PrivacySettings> {
  const [row] = await db.execute<Row>(sql`
    select ${profileAudience(sql`s.profile_audience`)} as profile,
      coalesce(s.friends_audience, 'everyone') as friends,
      coalesce(s.friend_requests_from, 'everyone') as requests,
      coalesce(s.messages_from, 'everyone') as messages,
      coalesce(s.wall_posts_from, ${defaultWallPosters}) as "wallPosters",
      coalesce(s.is_findable, true) as "isFindable", coalesce(s.is_indexed, true) as "isIndexed",
      coalesce(s.hidden_activity_types, '{}') as "hiddenTypes",
      coalesce(d.audiences ->> 'birthdate', ${details.birthdate.audience}) as birthday
    from members m
    left join member_settings s on s.member_id = m.id
    left join profile_details d on d.member_id = m.id
    where m.id = ${member.id}`);
  const { profile, friends, birthday, requests, messages, wallPosters } = row!;
  const { isFindable, isIndexed, hiddenTypes } = row!;
  return {
    privacy: toWirePrivacy(profile),
    friends_privacy: toWirePrivacy(friends),
    birthday_privacy: toWirePrivacy(birthday),
    friend_request: requests,
    message: messages === 'friends' ? 'member' : 'everyone',
    comment: wirePrivacies[wallPosters],
    search: isFindable ? 1 : 0,
    indexed: isIndexed ? 1 : 0,
    publishTypes: activityTypes().filter((type) => !hiddenTypes.includes(type)),
  };
}

/** Applies at once, on every path: no decision about a viewer is cached. */
export async function savePrivacy(member: Member, sent: Privacy): Promise<void> {
  const audience = (word: Privacy['privacy']) =>
    word === undefined ? null : profilePrivacies[word];
  const flag = (value: number | undefined) => (value === undefined ? null : value === 1);
  const birthday = audience(sent.birthday_privacy);
  const messagesFrom = sent.message && (sent.message === 'member' ? 'friends' : 'everyone');
  const wallPosters = sent.comment && wallPosterValues[sent.comment];
  const hiddenTypes = sent.publishTypes
    ? activityTypes().filter((type) => !sent.publishTypes!.includes(type))
    : null;
  await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    await tx.execute(
      sql`insert into member_settings (member_id) values (${member.id}) on conflict do nothing`,
    );
    await tx.execute(sql`
      update member_settings
      set profile_audience = coalesce(${audience(sent.privacy)}, profile_audience),
        friends_audience = coalesce(${audience(sent.friends_privacy)}, friends_audience),
        friend_requests_from = coalesce(${sent.friend_request ?? null}, friend_requests_from),
        is_findable = coalesce(${flag(sent.search)}, is_findable),
        messages_from = coalesce(
          ${messagesFrom ?? null},
          messages_from
        ),
        wall_posts_from = coalesce(${wallPosters ?? null}, wall_posts_from),
        is_indexed = coalesce(${flag(sent.indexed)}, is_indexed),
        hidden_activity_types = coalesce(${sql.param(hiddenTypes)}::text[], hidden_activity_types)
      where member_id = ${member.id}`);
    if (birthday === null) return;
    await tx.execute(sql`
      insert into profile_details as d (member_id, audiences)
      values (${member.id}, jsonb_build_object('birthdate', ${birthday}::text))
      on conflict (member_id)
      do update set audiences = d.audiences || excluded.audiences`);
  });
}
