/** One picture or video in the set that it is looked at with. */
export interface ViewerPlace {
  type: 'album_photo' | 'video';
  id: number;
  /** What the set hangs on: a post, or a comment on anything. */
  subjectType: 'activity_action' | 'activity_comment';
  subjectId: number;
}

const onPost = /^\/posts\/([1-9]\d{0,15})\/(photo|video)\/([1-9]\d{0,15})$/;
const onComment = /^\/comments\/([1-9]\d{0,15})\/(photo)\/([1-9]\d{0,15})$/;

/** Where it is looked at: a page of its own, which opens over the screen where script runs. */
export const viewerPath = ({ type, id, ...subject }: ViewerPlace): string => `${closedPath(subject)}/${type === 'video' ? 'video' : 'photo'}/${id}`;

/** Where closing leads when nothing lies underneath. */
export const closedPath = ({ subjectType, subjectId }: Pick<ViewerPlace, 'subjectType' | 'subjectId'>): string =>
  `/${subjectType === 'activity_action' ? 'posts' : 'comments'}/${subjectId}`;

/** The reverse of `viewerPath`; undefined for every other path. */
export function viewerPlace(path: string): ViewerPlace | undefined {
  const ofPost = onPost.exec(path);
  const [, subjectId, kind, id] = ofPost ?? onComment.exec(path) ?? [];
  if (!id) return undefined;
  const subjectType = ofPost ? 'activity_action' : 'activity_comment';
  return { type: kind === 'video' ? 'video' : 'album_photo', id: Number(id), subjectType, subjectId: Number(subjectId) };
}
