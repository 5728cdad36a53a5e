import type {
  ContainerDemo,
  DemoContainer,
  LoadedDemoContainer,
} from '#domains/containers/container-demo.ts';
import type { SeedMember } from './people/members.ts';
import type { Random } from './random.ts';

/** Members of a container by role; ids. */
export interface People {
  owner: number;
  admins: number[];
  moderators: number[];
  others: number[];
  requested: number[];
  invited: number[];
}

interface Choice {
  members: SeedMember[];
  random: Random;
}

const day = 86_400_000;

/** The owner, a small staff, and those who joined. */
export function choosePeople(
  { owner, joined, settings, known = {} }: DemoContainer,
  members: SeedMember[],
  random: Random,
): People {
  const ids = random.shuffled(members.slice(2).map(({ id }) => id));
  const first = owner ?? ids.pop()!;
  const none = { owner: first, admins: [], moderators: [], others: [], requested: [], invited: [] };
  if (settings?.state === 'draft') return none;
  // Large communities would only take long.
  const joining = ids.slice(0, Math.min(200, Math.round(ids.length * joined)));
  const [admin, moderator, ...others] = joining;
  // The two members that the demo is looked at as belong to most.
  const partOf = (id: 1 | 2) => known[id] ?? (random.chance(0.6) ? 'member' : 'none');
  const parts = ([1, 2] as const)
    .filter((id) => id !== first)
    .map((id) => ({ id, part: partOf(id) }));
  const knownAs = (wanted: string) => parts.flatMap(({ id, part }) => (part === wanted ? id : []));
  return {
    owner: first,
    admins: admin ? [admin] : [],
    moderators: [...(moderator ? [moderator] : []), ...knownAs('moderator')],
    others: [...others, ...knownAs('member')],
    requested: knownAs('requested'),
    invited: knownAs('invited'),
  };
}

export async function writePeople(
  { tx, id, container, createdAt, now }: LoadedDemoContainer,
  { type, isPublication }: ContainerDemo,
  people: People,
  { members, random }: Choice,
): Promise<void> {
  const { owner, admins, moderators, others } = people;
  const taken = new Set(Object.values(people).flat());
  const outside = random
    .shuffled(members.slice(2).map((member) => member.id))
    .filter((one) => !taken.has(one));
  const timeOf = (memberId: number) => {
    const from = Math.max(createdAt.getTime(), members[memberId - 1]!.joinedAt);
    // The latest joined in the last days.
    return new Date(from + Math.sqrt(random.next()) * (now.getTime() - from));
  };
  const joined = (memberId: number, role = 0, title = '') => ({
    member_id: memberId,
    state: 'member',
    role,
    title,
    is_following: isPublication && (role > 0 || random.chance(0.85)),
    joined_at: role === 30 ? createdAt : timeOf(memberId),
  });
  const [adminTitle, moderatorTitle] = container.staffTitles ?? [];
  const { answers = [], bans = [], joinQuestions = [] } = container;
  const answered = answers.map((list) =>
    joinQuestions.map((question, index) => ({ question, answer: list[index] })),
  );
  const requests = [...people.requested, ...outside.splice(0, container.requests ?? 0)].map(
    (memberId, index) => ({
      member_id: memberId,
      state: 'requested',
      requested_at: new Date(now.getTime() - (index + 0.3) * day),
      answers: answered.length ? answered[index % answered.length] : null,
    }),
  );
  const invitations = [...people.invited, ...outside.splice(0, container.invited ?? 0)].map(
    (memberId, index) => ({
      member_id: memberId,
      state: 'invited',
      requested_at: new Date(now.getTime() - (index + 0.2) * day),
      invited_by: owner,
    }),
  );
  const banned = outside.splice(0, bans.length).map((memberId, index) => ({
    member_id: memberId,
    state: 'banned',
    removed_at: new Date(now.getTime() - (index + 2) * day),
    banned_until: bans[index]!.days ? new Date(now.getTime() + bans[index]!.days! * day) : null,
    banned_by: owner,
    reason: bans[index]!.reason,
  }));
  const isFollowed = isPublication && !container.settings?.state;
  const followers = outside
    .splice(0, isFollowed ? Math.round(others.length / 4) : 0)
    .map((memberId) => ({ member_id: memberId, state: 'none', is_following: true }));
  const rows = [
    joined(owner, 30),
    ...admins.map((one) => joined(one, 20, adminTitle)),
    ...moderators.map((one) => joined(one, 10, moderatorTitle)),
    ...others.map((one) => joined(one)),
    ...requests,
    ...invitations,
    ...banned,
    ...followers,
  ];
  await tx`
    insert into memberships (
      type, id, member_id, state, role, title, is_following, joined_at, requested_at, answers,
      invited_by, removed_at, banned_until, banned_by, reason
    )
    select ${type}, ${id}, member_id, state, coalesce(role, 0), coalesce(title, ''),
      coalesce(is_following, false), joined_at, requested_at, nullif(answers, 'null'), invited_by,
      removed_at, banned_until, banned_by, coalesce(reason, '')
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as m (
      member_id bigint, state text, role smallint, title text, is_following boolean,
      joined_at timestamptz, requested_at timestamptz, answers jsonb, invited_by bigint,
      removed_at timestamptz, banned_until timestamptz, banned_by bigint, reason text
    )
    order by member_id`;
}
