import { readToken } from '#domains/ads/serving/ad-token.server.ts';
import { noteSeen } from '#domains/ads/serving/deliveries.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { databaseNow } from '#server/clock.ts';

/** Notes that the member saw a delivered ad; whatever the token does not prove counts nothing. */
export async function readSeen(member: Member, adId: number, token: string): Promise<void> {
  const at = databaseNow().getTime() / 1_000;
  const delivery = readToken(token, { adId, memberId: member.id }, at);
  if (delivery) noteSeen(member.id, adId, delivery.deliveredAt);
  return Promise.resolve();
}
