import type { PostDraft } from './create-post.server.ts';
import type { PostFields } from './new-post.schema.ts';
import type { SentPost } from './new-post.server.ts';
import type { PostTarget } from './post-target.server.ts';

/** Fields of every post. */
type DraftFields = Pick<PostFields, 'body' | 'auth_view' | 'toValues' | 'uri'> &
  Partial<
    Pick<PostFields, 'is_paid' | 'composer' | 'subject_type' | 'subject_id' | 'post_as_page'>
  >;

type TargetFields = Partial<Pick<PostFields, 'subject_type' | 'subject_id' | 'post_as_page'>>;

/** The wall or container that a call names; undefined for the own wall. */
export const toTarget = ({
  subject_type,
  subject_id,
  post_as_page,
}: TargetFields): PostTarget | undefined =>
  subject_type && subject_id
    ? {
        type: subject_type,
        id: subject_id,
        isInItsName: post_as_page === undefined ? undefined : post_as_page === 1,
      }
    : undefined;

export const toDraft = ({
  body,
  auth_view: audience,
  is_paid,
  toValues: tagged,
  uri,
  composer: feeling,
  subject_type,
  subject_id,
  post_as_page,
}: DraftFields): PostDraft => ({
  body,
  audience,
  isPaid: is_paid === 1,
  tagged,
  uri,
  feeling,
  target: toTarget({ subject_type, subject_id, post_as_page }),
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
