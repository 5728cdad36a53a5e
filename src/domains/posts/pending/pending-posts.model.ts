import type { PendingPost } from './pending-posts.schema.ts';

/** A post that waits for approval. */
export interface PendingPostModel {
  id: number;
  author: { id: number; name: string; image: string };
  body: string;
  uri: string;
  /** Version of the text, for the approval. */
  version: number;
  /** Wire time. */
  createdAt: string;
  attachments: PendingPost['attachment'];
}

export const toPendingPost = (wire: PendingPost): PendingPostModel => ({
  id: wire.pending_id,
  author: {
    id: wire.author.user_id,
    name: wire.author.displayname,
    image: wire.author.image_icon,
  },
  body: wire.body,
  uri: wire.uri,
  version: wire.version,
  createdAt: wire.creation_date,
  attachments: wire.attachment,
});

export const toPendingFields = ({ id }: PendingPostModel) => ({ pending_id: id });
