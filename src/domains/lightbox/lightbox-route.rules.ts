/** One picture or video in the set that it is viewed with. */
export interface LightboxRoute {
  type: 'photo' | 'video';
  id: number;
  /**
   * The owner of the set: a post, a comment on any subject, an album, or a member with their
   * videos.
   */
  subjectType: 'post' | 'post_comment' | 'album' | 'member';
  subjectId: number;
  /** Owner of an album, which is part of its path. */
  ownerId?: number | undefined;
}

const paths =
  /^\/(?:(posts|comments)\/#\/(photo|video)|profile\/#\/(?:videos|albums\/#\/photo))\/#$/.source.replaceAll(
    '#',
    '([1-9]\\d{0,15})',
  );

/** Page of an item; with script it opens as a dialog over the screen. */
export function lightboxPath({ type, id, ...subject }: LightboxRoute): string {
  if (subject.subjectType === 'member') return `${closedPath(subject)}/${id}`;
  return `${closedPath(subject)}/${type === 'video' ? 'video' : 'photo'}/${id}`;
}

/** URL that plays a video at once, also without script. Once opened, it becomes `lightboxPath`. */
export const playPath = (route: LightboxRoute): string => playAddress(lightboxPath(route));

/** @param page the video's lightbox page */
export const playAddress = (page: string): string => `${page}?play=1`;

/** Whether a link is a `playPath`. */
export const isPlayLink = ({ search }: { search: string }): boolean => search === '?play=1';

/** Path to which closing navigates if there is no screen underneath. */
export function closedPath({
  subjectType,
  subjectId,
  ownerId,
}: Pick<LightboxRoute, 'subjectType' | 'subjectId' | 'ownerId'>): string {
  if (subjectType === 'member') return `/profile/${subjectId}/videos`;
  if (subjectType === 'album') return `/profile/${ownerId}/albums/${subjectId}`;
  return `/${subjectType === 'post' ? 'posts' : 'comments'}/${subjectId}`;
}

/** Parses a `lightboxPath`; undefined for every other path. */
export function parseLightboxPath(path: string): LightboxRoute | undefined {
  const [found, where, parentId, kind, owner, inside, photo] = new RegExp(paths).exec(path) ?? [];
  if (!found || (where === 'comments' && kind === 'video')) return undefined;
  const id = Number(photo);
  const ownerId = Number(owner);
  if (inside)
    return { type: 'photo', id, subjectType: 'album', subjectId: Number(inside), ownerId };
  if (owner) return { type: 'video', id, subjectType: 'member', subjectId: ownerId };
  return {
    type: kind === 'video' ? kind : 'photo',
    id,
    subjectType: where === 'posts' ? 'post' : 'post_comment',
    subjectId: Number(parentId),
  };
}
