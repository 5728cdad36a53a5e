import { forItems } from '#domains/containers/container-items.api.ts';
import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import type { Handler } from '#server/handle.ts';
import { kindHandlers } from './kind.api.ts';
import { membershipHandlers, type MembershipKind } from './membership.api.ts';
import type { plainCalls } from './membership.calls.ts';
import { staffHandlers } from './staff.api.ts';

/** Handlers of a kind whose staff are officers and an owner: of members for themselves, and of its staff. */
export const plainHandlers = <
  Type extends ContainerType,
  Row extends ContainerRow,
  Name extends string,
>(
  calls: ReturnType<typeof plainCalls<Type, Name>>,
  screens: Parameters<typeof kindHandlers>[2],
  kind: MembershipKind<Row, Name> & { type: Type; hasRules: boolean },
): Handler[] =>
  forItems(kind.type, [
    ...membershipHandlers(calls, kind),
    ...staffHandlers(calls, kind.type),
    ...kindHandlers<Type, 'id', 'user_id'>(calls, kind.type, screens, kind),
  ]);
