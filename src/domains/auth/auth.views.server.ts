import {
  avatarAddress,
  coverAddress,
  memberImages,
} from '#domains/members/members.views.server.ts';
import { toWire } from '#lib/dates.ts';
import { env } from '#server/env.ts';
import { HttpError } from '#server/errors.ts';
import type { CurrentMember, Session, SessionList, SignedUp, Verified } from './auth.schema.ts';
import { stepSeconds, type SessionPair } from './cookies.ts';
import type { LoggedIn } from './login.server.ts';
import { listSessions, type SessionMember } from './sessions.server.ts';
import type { PendingSignup, Verified as VerifiedSignup } from './signup.server.ts';

const credentialsView = ({ token, secret }: SessionPair) => ({
  oauth_token: token,
  oauth_secret: secret,
});

/** Credentials for a native shell that logged in on a screen. */
export const nativeSessionView = ({ memberId, pair }: LoggedIn) => ({
  ...credentialsView(pair),
  user_id: String(memberId),
});

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
    ...credentialsView(pair),
    user: { user_id: memberId, ...user, ...images, cover: coverAddress(cover, PUBLIC_ORIGIN) },
  };
}

/** A sign-up whose address is not confirmed yet. */
export const pendingView = ({ id, displayname, email }: PendingSignup): SignedUp => ({
  user: { user_id: id, displayname, email },
  verification_required: 1,
});

export const verifiedView = ({ memberId, message, isPasswordVoid }: VerifiedSignup): Verified => ({
  message,
  user_id: memberId,
  ...(isPasswordVoid ? { is_password_void: 1 } : {}),
});

/** The error for native clients: the missing step and its token. */
export const secondStepNeeded = (token: string) =>
  new HttpError(
    'two_factor_required',
    'Please enter the code of your authenticator app.',
    undefined,
    {
      two_factor: { token, expires_in: stepSeconds, methods: ['app', 'recovery_code'] },
    },
  );

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
