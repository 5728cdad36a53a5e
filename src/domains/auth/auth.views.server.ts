import { sql } from 'drizzle-orm';
import { toWire } from '#lib/dates.ts';
import type { Images } from '#lib/shapes.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import type { CurrentMember, Session, SessionList } from './auth.schema.ts';
import type { LoggedIn } from './login.server.ts';
import { listSessions, type SessionMember } from './sessions.server.ts';

const pictureUrl = (name: string | null) => (name === null ? null : `${env().PUBLIC_ORIGIN}/media/public/${name}`);

/** The pictures of a member. One file serves all sizes: it is small, and immutable under its name. */
export function memberImages(id: number, avatar: string | null): Images {
  const image = pictureUrl(avatar);
  return { image, image_profile: image, image_normal: image, image_icon: image, content_url: `${env().PUBLIC_ORIGIN}/profile/${id}` };
}

interface UserRow extends Record<string, unknown> {
  user_id: number;
  username: string;
  displayname: string;
  email: string;
  language: string;
  timezone: string;
  avatar: string | null;
  cover: string | null;
}

/** The body of a log-in. */
export async function sessionView({ memberId, pair }: LoggedIn): Promise<Session> {
  const [row] = await db.execute<UserRow>(sql`select id as user_id, username, displayname, email, language, timezone, avatar, cover from members where id = ${memberId}`);
  const { avatar, cover, ...user } = row!;
  return { oauth_token: pair.token, oauth_secret: pair.secret, user: { ...user, ...memberImages(memberId, avatar), cover: pictureUrl(cover) } };
}

export function currentMemberView({ id, displayname, avatar }: SessionMember): CurrentMember {
  return { user_id: id, displayname, image_icon: pictureUrl(avatar) };
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
