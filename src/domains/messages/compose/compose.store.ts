import { toUploadFields } from '#domains/messages/conversation/message-photos.store.ts';
import { compose, findRecipients } from '#domains/messages/messages.calls.ts';
import { toConversationId, toRecipient } from '#domains/messages/messages.model.ts';
import { composeProblems } from '#domains/messages/messages.rules.ts';
import type { DraftTag } from '#domains/posts/composer/draft.rules.ts';
import { createPeopleSearch } from '#domains/posts/composer/people-search.store.ts';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';

/** Fields of the new message dialog. */
export interface MessageForm {
  to: DraftTag[];
  title: string;
  body: string;
}

export const emptyForm: MessageForm = { to: [], title: '', body: '' };

export type FieldName = keyof MessageForm;

/** Missing fields with their messages. */
export const findFormProblems = (
  { to, title, body }: MessageForm,
  photoCount: number,
): Partial<Record<FieldName, string>> =>
  composeProblems({ recipientCount: to.length, title, body, photoCount });

/** Searches members whom the member may write to. */
export const searchRecipients = createPeopleSearch(async (search, options) => {
  const found = await findRecipients({ search }, options);
  return found.map(toRecipient);
}, 'Unable to search for people right now.');

/** Progress and cancellation of an upload. */
export interface SendingOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** Sends the message and returns its new conversation; the dialog keeps its content until the server has it. */
export async function sendMessage(
  { to, title, body }: MessageForm,
  photos: DraftPhoto[] = [],
  progress?: SendingOptions,
): Promise<{ conversationId: number } | { problem: string }> {
  const input = { toValues: to.map(({ id }) => id).join(), title: title.trim(), body: body.trim() };
  try {
    const files = await toUploadFields(photos);
    if (!files)
      throw new RestError(
        0,
        'lost',
        'A photo of this message is no longer on this device. Please add it again.',
      );
    const idempotencyKey = idempotencyKeyFor('new message', JSON.stringify([input, photos]));
    const sent = await compose(
      { ...input, ...files },
      { idempotencyKey, ...(photos.length ? progress : {}) },
    );
    clearIdempotencyKey('new message');
    return { conversationId: toConversationId(sent) };
  } catch (error) {
    if (error instanceof RestError && error.code === 'aborted') return { problem: '' };
    toast.error('Error sending message');
    return { problem: error instanceof RestError ? error.message : '' };
  }
}
