import { compose, reply } from '#domains/messages/messages.calls.ts';
import { toConversationId } from '#domains/messages/messages.model.ts';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import { choose, type Choice } from '#domains/reactions/reactions.store.ts';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';

/** Replies to the same person use one conversation for the lifetime of the page. */
const conversations = new Map<number, number>();

/** Sends a reply to the owner of a story as a message. Returns whether it was sent. */
export async function answerStory(
  { owner: { id: ownerId } }: StoryModel,
  body: string,
): Promise<boolean> {
  const name = `story answer ${ownerId}`;
  const options = { idempotencyKey: idempotencyKeyFor(name, body) };
  const known = conversations.get(ownerId);
  try {
    const answer = known
      ? await reply({ id: known, body }, options)
      : await compose({ toValues: String(ownerId), title: 'Reply to a story', body }, options);
    conversations.set(ownerId, toConversationId(answer));
    clearIdempotencyKey(name);
    toast.success('Message sent!');
    return true;
  } catch {
    toast.error('Error sending message');
    return false;
  }
}

export const storySubject = (id: number) => subjectKey('story', id);

export function reactToStory(id: number, choice: Choice): Promise<void> {
  const subject = wireSubject({ type: 'story', id });
  return choose(storySubject(id), choice, (wanted) =>
    wanted === 'none' ? unlikeSubject(subject) : likeSubject({ ...subject, reaction: wanted }),
  );
}
