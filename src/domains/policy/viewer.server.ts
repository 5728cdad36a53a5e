import { readCredentials, type CredentialSource } from '#domains/auth/credentials.ts';
import { findSession } from '#domains/auth/sessions.server.ts';
import { isHttps } from '#server/base-url.ts';
import { forbidden, httpError, invalid } from '#server/errors.ts';
import { isMember, visitor, type Member, type Viewer } from './viewer.ts';

const invalidToken = () =>
  httpError('invalid_token', 'Your session has ended. Please log in again.');

/**
 * The viewer that sent this request. Without a credential: a visitor. With an invalid one: throws
 * `invalid_token`, never a visitor.
 * @param isRead whether nothing is written: then what the session's statement has read of blocks and
 *   hidden items serves the next statements, too
 */
export async function readViewer(source: CredentialSource, isRead = false): Promise<Viewer> {
  const credentials = readCredentials(source, isHttps());
  if (credentials.kind === 'none') return visitor;
  if (credentials.kind === 'conflict') throw invalid('Two different sessions were sent.');
  if (credentials.kind === 'malformed') throw invalidToken();
  const readAt = performance.now();
  const found = await findSession(credentials.pair);
  if (!found) throw invalidToken();
  const { blockedIds, hidesNothing, ...member } = found;
  if (!isRead) return member;
  return {
    ...member,
    hidesNothing,
    ...(blockedIds ? { blocks: { ids: blockedIds, readAt } } : {}),
  };
}

/**
 * Refuses what a page sends that was served for another member than is signed in by now.
 * @param servedFor the id that the page names: it proves nothing, and can only refuse
 */
export function checkServedFor(viewer: Viewer, servedFor: string | undefined): void {
  if (!servedFor || (isMember(viewer) && servedFor === String(viewer.id))) return;
  if (!isMember(viewer)) throw invalidToken();
  throw httpError('other_member', 'Somebody else has logged in here. Nothing was sent.');
}

/** The viewer as a member; a visitor gets 403. */
export function requireMember(viewer: Viewer): Member {
  if (!isMember(viewer)) throw forbidden();
  return viewer;
}
