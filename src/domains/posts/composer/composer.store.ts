import { atom, map } from 'nanostores';
import { createPost } from '#domains/posts/posts.calls.ts';
import { $newPosts } from '#domains/posts/posts.store.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { attemptKey, forgetAttempt } from '#lib/attempts.ts';
import { keep, readKeptJson } from '#lib/kept.ts';
import { RestError } from '#lib/rest.ts';
import { findLinks } from '#lib/text.ts';
import { toast } from '#ui/toast.ts';

export interface Draft {
  body: string;
  privacy: Audience;
}

export const emptyDraft: Draft = { body: '', privacy: 'everyone' };

export const $draft = map<Draft>(emptyDraft);
export const $isPosting = atom(false);
/** 100 from the start of posting, 0 at its end. */
export const $progress = atom(0);

const nameOf = (memberId: number) => `draft:${memberId}:post`;

/** Brings back what this member had begun on this device. Words typed before this page woke up count more. */
export function restoreDraft(memberId: number, typed: string): void {
  const kept = readKeptJson<Draft>(nameOf(memberId));
  const draft = { ...emptyDraft, ...kept };
  if (typed) changeDraft(memberId, { body: typed, privacy: draft.privacy });
  else $draft.set({ body: String(draft.body), privacy: draft.privacy });
}

export function changeDraft(memberId: number, changes: Partial<Draft>): void {
  const draft = { ...$draft.get(), ...changes };
  $draft.set(draft);
  keep(nameOf(memberId), draft.body ? JSON.stringify(draft) : '');
}

/** What the member hears when a post did not come about; the draft is still there. */
function problem(error: unknown): string {
  if (error instanceof RestError && error.code !== 'server_error') return `${error.message} Your text is kept.`;
  return 'Your post could not be created. Your text is kept.';
}

/** Posts the draft. Sent again after a lost connection it carries the same key, so that one post comes of it. */
export async function publish(memberId: number): Promise<boolean> {
  if ($isPosting.get()) return false;
  const { body, privacy } = $draft.get();
  if (body.trim() === '') {
    toast.error('Post cannot be empty');
    return false;
  }
  $isPosting.set(true);
  $progress.set(100);
  toast.info('Creating post...');
  const name = nameOf(memberId);
  // The first address in the text goes along as the link of the post.
  const link = findLinks(body).find(({ href }) => href?.startsWith('http'))?.href;
  try {
    const { response } = await createPost(
      { body, auth_view: privacy, language: 'en', type: link ? 'link' : '', post_attach: link ? 1 : 0, ...(link ? { uri: link } : {}) },
      { idempotencyKey: attemptKey(name, JSON.stringify([body, privacy])) },
    );
    forgetAttempt(name);
    if ($draft.get().body === body) changeDraft(memberId, { body: '' });
    if ('feed' in response && !$newPosts.get().some(({ feed }) => feed.action_id === response.feed.action_id)) $newPosts.set([response, ...$newPosts.get()]);
    toast.success('Post Created');
    return true;
  } catch (error) {
    toast.error(problem(error));
    return false;
  } finally {
    $isPosting.set(false);
    $progress.set(0);
  }
}
