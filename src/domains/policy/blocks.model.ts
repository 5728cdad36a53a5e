import type { BlockList } from './policy.schema.ts';

/** A member that the viewer has blocked. */
export interface BlockedModel {
  id: number;
  name: string;
  image: string;
  /** Wire time. */
  blockedAt: string;
}

export const toBlocked = (wire: BlockList['response'][number]): BlockedModel => ({
  id: wire.user_id,
  name: wire.displayname,
  image: wire.image_icon,
  blockedAt: wire.block_date,
});
