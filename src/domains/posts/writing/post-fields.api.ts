import type { PostDraft } from './create-post.server.ts';
import type { PostFields } from './new-post.schema.ts';
import type { SentPost } from './new-post.server.ts';

/** Fields of every post. */
type DraftFields = Pick<PostFields, 'body' | 'auth_view' | 'toValues' | 'uri'> &
  Partial<Pick<PostFields, 'composer' | 'subject_type' | 'subject_id' | 'post_as_page'>>;

export const toDraft = ({
  body,
  auth_view: audience,
  toValues: tagged,
  uri,
  composer: feeling,
  subject_type,
  subject_id,
  post_as_page,
}: DraftFields): PostDraft => ({
  body,
  audience,
  tagged,
  uri,
  feeling,
  target:
    subject_type && subject_id
      ? {
          type: subject_type,
          id: subject_id,
          isInItsName: post_as_page === undefined ? undefined : post_as_page === 1,
        }
      : undefined,
});

export const toSentPost = (fields: PostFields): SentPost => ({
  draft: toDraft(fields),
  publishAt: fields.schedule_time,
  type: fields.type,
  videoId: fields.video_id,
  title: fields.title,
  description: fields.description,
  alts: fields.alts,
});
