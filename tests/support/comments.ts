import { act } from './act.ts';
import type { Visit } from './browser.ts';
import type { ApiMember } from './member.ts';
import { openAs, postCard, server, type OpenOptions } from './stage.ts';

/** Writes a comment, or a reply to one. */
export const comment = (who: ApiMember, id: number, body: string, comment_id?: number) =>
  act<{ comment_id: number }>(server, who, '/advancedactivity/comment', {
    action_id: id,
    body,
    ...(comment_id ? { comment_id } : {}),
  });

/** Opens the page of this post; returns window, post and comments. */
export async function openThread(
  member: ApiMember,
  path: string,
  id: number,
  options?: OpenOptions,
) {
  const visit: Visit = await openAs(member, path, options);
  const post = postCard(visit.page, id);
  const texts = () => post.locator('.comment-body').allInnerTexts();
  return { ...visit, post, texts, box: post.getByLabel('Write a comment') };
}
