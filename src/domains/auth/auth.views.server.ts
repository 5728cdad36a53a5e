import {
  avatarAddress,
  coverAddress,
  memberImages,
} from '#domains/members/members.views.server.ts';
import { toWire } from '#lib/dates.ts';
import { env } from '#server/env.ts';
import type { CurrentMember, Session, SessionList } from './auth.schema.ts';
import type { LoggedIn } from './login.server.ts';
import { listSessions, type SessionMember } from './sessions.server.ts';

/** The response body of a log-in. */
export function sessionView({
  memberId,
  pair,
  user: { avatar, cover, ...user },
}: LoggedIn): Session {
  const { PUBLIC_ORIGIN } = env();
  const images = memberImages(
    { id: memberId, avatar, displayname: user.displayname, username: user.username },
    PUBLIC_ORIGIN,
  );
  return {
    oauth_token: pair.token,
    oauth_secret: pair.secret,
    user: { ...user, ...images, cover: coverAddress(cover, PUBLIC_ORIGIN) },
  };
}

export function currentMemberView({ id, displayname, avatar }: SessionMember): CurrentMember {
  return { user_id: id, displayname, image_icon: avatarAddress(avatar, env().PUBLIC_ORIGIN) };
}

export async function sessionListView(member: SessionMember): Promise<SessionList> {
  const sessions = await listSessions(member.id);
  return {
    totalItemCount: sessions.length,
    response: sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
      session_id: id,
      device,
      is_current: id === member.sessionId ? 1 : 0,
      creation_date: toWire(createdAt),
      last_used_date: toWire(lastUsedAt),
    })),
  };
}
