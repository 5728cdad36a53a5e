import { counted } from '#lib/text.ts';

/** '3 likes · 1 comment · 40 views'. An embedded video's views are not ours to know. */
export const countsLine = ({ likes, comments, views }: { likes: number; comments: number; views?: number | undefined }): string =>
  [counted(likes, 'like'), counted(comments, 'comment'), ...(views === undefined ? [] : [counted(views, 'view')])].join(' · ');

/** 'Photo 2 of 5 by Ada Quill': what screen readers say, and the title of the window. */
export function itemTitle(item: { viewer_type: string; owner_title: string; title: string; position: number }, total: number): string {
  const kind = item.viewer_type === 'album_photo' ? 'Photo' : 'Video';
  return `${item.title || kind}${total > 1 ? ` ${item.position} of ${total}` : ''} by ${item.owner_title}`;
}
