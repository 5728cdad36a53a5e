import { get, post } from '#lib/rest.ts';
import type { BlockInput, BlockList, BlockListInput } from './policy.schema.ts';

export const blockMember = post<BlockInput, void>('/block/add');
export const unblockMember = post<BlockInput, void>('/block/remove');
export const listBlocked = get<BlockListInput, BlockList>('/block/list');
