/** One picture or video in the set that it is looked at with. */
export interface ViewerPlace {
  type: 'album_photo' | 'video';
  id: number;
  /** What the set hangs on: a post, a comment on anything, an album, or a member, whose videos it is. */
  subjectType: 'activity_action' | 'activity_comment' | 'album' | 'user';
  subjectId: number;
  /** Of an album: whose it is, as its address says. */
  ownerId?: number | undefined;
}

const number = '([1-9]\\d{0,15})';
const whole = (path: string) => new RegExp(`^${path.replaceAll('#', number)}$`);
const onPost = whole('/posts/#/(photo|video)/#');
const onComment = whole('/comments/#/(photo)/#');
const ofMember = whole('/profile/#/videos/#');
const inAlbum = whole('/profile/#/albums/#/photo/#');

/** Where it is looked at: a page of its own, which opens over the screen where script runs. */
export function viewerPath({ type, id, ...subject }: ViewerPlace): string {
  const kind = subject.subjectType === 'user' ? '' : type === 'video' ? '/video' : '/photo';
  return `${closedPath(subject)}${kind}/${id}`;
}

/** Where closing leads when nothing lies underneath. */
export function closedPath({ subjectType, subjectId, ownerId }: Pick<ViewerPlace, 'subjectType' | 'subjectId' | 'ownerId'>): string {
  if (subjectType === 'user') return `/profile/${subjectId}/videos`;
  if (subjectType === 'album') return `/profile/${ownerId}/albums/${subjectId}`;
  return `/${subjectType === 'activity_action' ? 'posts' : 'comments'}/${subjectId}`;
}

/** The reverse of `viewerPath`; undefined for every other path. */
export function viewerPlace(path: string): ViewerPlace | undefined {
  const [, album, inside, photo] = (inAlbum.exec(path) ?? []).map(Number);
  if (photo) return { type: 'album_photo', id: photo, subjectType: 'album', subjectId: inside!, ownerId: album! };
  const [, owner, video] = (ofMember.exec(path) ?? []).map(Number);
  if (video) return { type: 'video', id: video, subjectType: 'user', subjectId: owner! };
  const ofPost = onPost.exec(path);
  const [, subjectId, kind, id] = ofPost ?? onComment.exec(path) ?? [];
  if (!id) return undefined;
  const subjectType = ofPost ? 'activity_action' : 'activity_comment';
  return { type: kind === 'video' ? 'video' : 'album_photo', id: Number(id), subjectType, subjectId: Number(subjectId) };
}
