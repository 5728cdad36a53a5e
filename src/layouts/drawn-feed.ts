import { createElement } from 'react';
import type { FeedPages } from '#domains/posts/feed/feed.rules.ts';
import {
  FeedContent,
  type DrawContent,
  type FeedContentProps,
} from '#domains/posts/feed/FeedPost.island.tsx';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { parseWire, plainDate } from '#lib/dates.ts';
import { islandData, type IslandData } from '#lib/island-data.ts';
import { drawHtml, keepHtml } from '#server/drawn-html.ts';

/** Some thousand posts. */
const keep = keepHtml(16 * 1024 * 1024);

const nobody = { id: 0, displayname: '', avatar: null };

/** Whether the viewer wrote a comment that is shown: its menu says so. */
const wrote = ({ preview }: PostModel, id: number) =>
  preview !== undefined && [preview, ...preview.replies].some(({ author }) => author.id === id);

/**
 * Draws the content of a post once for all who see the same of it. The key has all properties: the
 * post as this viewer gets it (rights, own reaction, saved or not), without the time at which it was
 * read, which does not show, and the day instead of the time. The viewer is among them only where a
 * comment of theirs is.
 */
export const drawContent: DrawContent = ({ now, ...content }: FeedContentProps) => {
  const { post, timeZone } = content;
  const member = wrote(post, content.member.id) ? content.member : nobody;
  const { readAt: _, ...shown } = post;
  const day = plainDate(parseWire(now)!, timeZone);
  const properties = { ...content, member };
  return keep(
    JSON.stringify({ ...properties, post: shown, day }),
    () => drawHtml(createElement(FeedContent, { ...properties, now })),
    // An id that React makes would be the same in each post of a page.
    (html) => !html.includes('_R_'),
  );
};

/** The first page of a feed, whose posts the server draws with `drawContent`. */
export const drawnPages = (pages: FeedPages): IslandData<FeedPages> & { draw?: DrawContent } =>
  Object.defineProperty(islandData('first-posts', pages), 'draw', { value: drawContent });
