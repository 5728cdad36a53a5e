import { otherWallLabels, type Audience } from '#domains/policy/audience.rules.ts';
import { pendingText } from '#domains/posts/pending/pending.rules.ts';
import type { PostInput } from '#domains/posts/writing/new-post.schema.ts';
import type { WallType } from '#lib/container-types.ts';
import { isolate } from '#lib/names.ts';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';

/**
 * The wall of somebody else or a container, for the composer. The screen says it all in props, so
 * that the home screen does not load the words of other walls.
 */
export interface ComposerTarget {
  /** Names its draft. */
  key: string;
  /** Fields of the call. */
  fields: Pick<PostInput, 'subject_type' | 'subject_id' | 'post_as_page'>;
  /** 'Post to Bo Reed' */
  label: string;
  /** 'Write something to Bo Reed' */
  question: string;
  /** Answer to a post that needs approval. */
  pendingText: string;
  /** Audiences to choose from; without them the container decides. */
  audiences?: Partial<Record<Audience, string>>;
}

export function composerTarget(wall: {
  type: WallType;
  id: number;
  title: string;
}): ComposerTarget {
  const title = isolate(wall.title);
  return {
    key: subjectKey(wall.type, wall.id),
    fields: wireSubject(wall),
    label: `Post to ${title}`,
    question: `Write something to ${title}`,
    pendingText,
    ...(wall.type === 'member' ? { audiences: otherWallLabels } : {}),
  };
}
