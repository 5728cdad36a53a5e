import { forItems } from '#domains/containers/container-items.api.ts';
import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import type { Handler } from '#server/handle.ts';
import { kindHandlers } from './kind.api.ts';
import { membershipHandlers, type MembershipKind } from './membership.api.ts';
import type { linkCalls, membershipCalls, ownershipCalls, staffCalls } from './membership.calls.ts';
import { staffHandlers } from './staff.api.ts';

type PlainCalls<Type extends ContainerType, Name extends string> = ReturnType<
  typeof membershipCalls<Name>
> &
  ReturnType<typeof staffCalls> &
  ReturnType<typeof linkCalls<Type>> &
  ReturnType<typeof ownershipCalls> &
  Pick<Parameters<typeof kindHandlers<Type, 'id', 'user_id'>>[0], 'listPendingRequests'>;

/** Handlers of a kind whose staff are officers and an owner: of members for themselves, and of its staff. */
export const plainHandlers = <
  Type extends ContainerType,
  Row extends ContainerRow,
  Name extends string,
>(
  calls: PlainCalls<Type, Name>,
  screens: Parameters<typeof kindHandlers>[2],
  kind: MembershipKind<Row, Name> & { type: Type; hasRules: boolean },
): Handler[] =>
  forItems(kind.type, [
    ...membershipHandlers(calls, kind),
    ...staffHandlers(calls, kind.type),
    ...kindHandlers<Type, 'id', 'user_id'>(calls, kind.type, screens, kind),
  ]);
