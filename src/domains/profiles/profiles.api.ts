import type { z } from 'zod';
import { readUnlessBlocked } from '#domains/policy/blocks.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readDetails } from '#domains/profiles/details/details.server.ts';
import { originFor } from '#server/base-url.ts';
import { handle, type Handler, type RestRequest } from '#server/handle.ts';
import { findLastStatus } from './last-status.server.ts';
import { countProfileView, profileViewCount } from './profile-views.server.ts';
import * as calls from './profiles.calls.ts';
import { anyProfileInput, profileAnswer, profileInput } from './profiles.schema.ts';
import { readOwnAccount, readProfile } from './profiles.server.ts';
import { blockedView, profileView } from './profiles.views.server.ts';
import { countTabs } from './tab-counts.server.ts';

async function read(
  member: Member,
  { user_id: id = member.id, ...wanted }: z.output<typeof anyProfileInput>,
  request: RestRequest,
) {
  const reading = Promise.all([
    readProfile(member, id),
    id === member.id ? readOwnAccount(member) : undefined,
    readDetails(member, id),
  ]);
  const found = await readUnlessBlocked(member, id, reading);
  if ('blocked' in found) return blockedView(found.blocked, originFor(request));
  const [profile, account, { location }] = found.read;
  await countProfileView(member, id);
  const [views, status, counts] = await Promise.all([
    profileViewCount(id),
    findLastStatus(member, id),
    wanted.profile_tabs ? countTabs(member, id) : undefined,
  ]);
  return profileView(
    member,
    profile,
    { account, location, views, status, counts, gutter_menu: wanted.gutter_menu },
    originFor(request),
  );
}

export const profilesHandlers: Handler[] = [
  handle(calls.readProfile, profileInput, profileAnswer, read, {
    summary: 'A profile, as far as the caller may see it',
  }),
  handle(calls.readAnyProfile, anyProfileInput, profileAnswer, read, {
    summary: 'The same, by a query field; your own profile without one',
  }),
];
