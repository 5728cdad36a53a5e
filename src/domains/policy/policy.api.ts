import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { blockMember, listBlocked, unblockMember } from './blocks.server.ts';
import * as calls from './policy.calls.ts';
import { blockInput, blockList, blockListInput } from './policy.schema.ts';

export const policyHandlers: Handler[] = [
  handle(
    calls.blockMember,
    blockInput,
    noContent,
    (member, { user_id }) => blockMember(member, user_id),
    {
      form: { done: 'User blocked successfully', next: () => '/home' },
      summary: 'Block a member, both ways',
    },
  ),
  handle(
    calls.unblockMember,
    blockInput,
    noContent,
    (member, { user_id }) => unblockMember(member, user_id),
    { summary: 'Lift a block' },
  ),
  handle(
    calls.listBlocked,
    blockListInput,
    blockList,
    (member, page, request) => listBlocked(member, page, originFor(request)),
    { summary: 'Members the caller has blocked' },
  ),
];
