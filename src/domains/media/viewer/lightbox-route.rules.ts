/** One picture or video in the set that it is looked at with. */
export interface LightboxRoute {
  type: 'photo' | 'video';
  id: number;
  /**
   * What the set hangs on: a post, a comment on anything, an album, or a member, whose videos it
   * is.
   */
  subjectType: 'post' | 'post_comment' | 'album' | 'member';
  subjectId: number;
  /** Of an album: whose it is, as its address says. */
  ownerId?: number | undefined;
}

const paths =
  /^\/(?:(posts|comments)\/#\/(photo|video)|profile\/#\/(?:videos|albums\/#\/photo))\/#$/.source.replaceAll(
    '#',
    '([1-9]\\d{0,15})',
  );

/** Where it is looked at: a page of its own, which opens over the screen where script runs. */
export function lightboxPath({ type, id, ...subject }: LightboxRoute): string {
  if (subject.subjectType === 'member') return `${closedPath(subject)}/${id}`;
  return `${closedPath(subject)}/${type === 'video' ? 'video' : 'photo'}/${id}`;
}

/** Where a video plays at once, also without script. Its address once opened is `viewerPath`. */
export const playPath = (place: LightboxRoute): string => playAddress(lightboxPath(place));

/** @param page the video's page in the viewer */
export const playAddress = (page: string): string => `${page}?play=1`;

/** Whether a link is one of `playPath`. */
export const isPlayLink = ({ search }: { search: string }): boolean => search === '?play=1';

/** Where closing leads when nothing lies underneath. */
export function closedPath({
  subjectType,
  subjectId,
  ownerId,
}: Pick<LightboxRoute, 'subjectType' | 'subjectId' | 'ownerId'>): string {
  if (subjectType === 'member') return `/profile/${subjectId}/videos`;
  if (subjectType === 'album') return `/profile/${ownerId}/albums/${subjectId}`;
  return `/${subjectType === 'post' ? 'posts' : 'comments'}/${subjectId}`;
}

/** The reverse of `viewerPath`; undefined for every other path. */
export function parseLightboxPath(path: string): LightboxRoute | undefined {
  const [found, where, said, kind, owner, inside, photo] = new RegExp(paths).exec(path) ?? [];
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
    subjectId: Number(said),
  };
}
