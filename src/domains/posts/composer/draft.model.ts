import { toPost, type PostModel } from '#domains/posts/posts.model.ts';
import type { VideoPostCreated } from '#domains/posts/video/video-post.schema.ts';
import type { PostCreated, PostInput } from '#domains/posts/writing/new-post.schema.ts';
import { toSchedule } from '#lib/time-zones.ts';
import type { ComposerTarget } from './composer-target.ts';
import { linkOf, type Draft } from './draft.rules.ts';

/** The fields that go with a draft, short of its files. Absent ones are not sent. */
export function toPostInput(draft: Draft, timeZone: string, target?: ComposerTarget): PostInput {
  const { body, privacy, isPaid, tags, feeling, publishAt, photos, video } = draft;
  const uri = linkOf(draft);
  const hasFiles = photos.length > 0 || video !== null;
  const typeWithoutPhotos = uri && !video ? 'link' : '';
  return {
    body,
    auth_view: privacy,
    ...(isPaid ? { is_paid: 1 } : {}),
    ...target?.fields,
    language: 'en',
    type: photos.length > 0 ? 'photo' : typeWithoutPhotos,
    post_attach: hasFiles || uri ? 1 : 0,
    ...(uri ? { uri } : {}),
    ...(tags.length > 0 ? { toValues: tags.map(({ id }) => id).join(',') } : {}),
    ...(feeling
      ? { composer: JSON.stringify({ feeling: { parent: feeling.parent, child: feeling.child } }) }
      : {}),
    ...(publishAt ? { schedule_time: toSchedule(new Date(publishAt), timeZone) } : {}),
  };
}

/** The new post, or the wire time at which it will be published; neither while it waits. */
export function toCreated({ response }: PostCreated | VideoPostCreated): {
  post?: PostModel;
  publishAt?: string;
} {
  if ('feed' in response) return { post: toPost(response) };
  return 'publish_date' in response ? { publishAt: response.publish_date } : {};
}
