/** One picture or video in the set that it is looked at with. */
export interface ViewerPlace {
  type: 'album_photo' | 'video';
  id: number;
  /** What the set hangs on. */
  subjectType: 'activity_action';
  subjectId: number;
}

const onPost = /^\/posts\/([1-9]\d{0,15})\/(photo|video)\/([1-9]\d{0,15})$/;

/** Where it is looked at: a page of its own, which opens over the screen where script runs. */
export const viewerPath = ({ type, id, subjectId }: ViewerPlace): string => `${closedPath({ subjectId })}/${type === 'video' ? 'video' : 'photo'}/${id}`;

/** Where closing leads when nothing lies underneath. */
export const closedPath = ({ subjectId }: Pick<ViewerPlace, 'subjectId'>): string => `/posts/${subjectId}`;

/** The reverse of `viewerPath`; undefined for every other path. */
export function viewerPlace(path: string): ViewerPlace | undefined {
  const [, subjectId, kind, id] = onPost.exec(path) ?? [];
  if (!id) return undefined;
  return { type: kind === 'video' ? 'video' : 'album_photo', id: Number(id), subjectType: 'activity_action', subjectId: Number(subjectId) };
}
