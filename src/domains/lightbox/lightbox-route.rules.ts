import { eachContainer } from '#lib/container-types.ts';

/** The first part of the path of each owner of a set. */
const folders = {
  post: 'posts',
  post_comment: 'comments',
  member: 'profile',
  ...eachContainer('mediaFolder'),
};
type Owner = keyof typeof folders;
/** Owners of albums and of videos. */
export type OwnerType = Exclude<Owner, 'post' | 'post_comment'>;

/** One picture or video in the set that it is viewed with. */
export interface LightboxRoute {
  type: 'photo' | 'video';
  id: number;
  /**
   * The owner of the set: a post, a comment on any subject, an album, or a member or container with
   * their videos.
   */
  subjectType: 'album' | Owner;
  subjectId: number;
  /** Owner of an album, which is part of its path: a member if no type is given. */
  ownerId?: number | undefined;
  ownerType?: OwnerType | undefined;
}

const paths = String.raw`^/(\w+)/#/(?:(photo|video)|videos|albums/#/photo)/#$`.replaceAll(
  '#',
  String.raw`([1-9]\d{0,15})`,
);

export const hasVideos = (type: LightboxRoute['subjectType']): type is OwnerType =>
  !/^post|^album/.test(type);

/** Page of an item; with script it opens as a dialog over the screen. */
export function lightboxPath({ type, id, ...subject }: LightboxRoute): string {
  return `${closedPath(subject)}/${hasVideos(subject.subjectType) ? '' : `${type}/`}${id}`;
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
  ownerType = 'member',
}: Omit<LightboxRoute, 'type' | 'id'>): string {
  if (subjectType === 'album') return `/${folders[ownerType]}/${ownerId}/albums/${subjectId}`;
  return `/${folders[subjectType]}/${subjectId}${hasVideos(subjectType) ? '/videos' : ''}`;
}

/** The list of videos of a member or container. */
export const videosPath = ({ type, id }: { type: OwnerType; id: number }): string =>
  closedPath({ subjectType: type, subjectId: id });

/** Parses a `lightboxPath`; undefined for every other path. */
export function parseLightboxPath(path: string): LightboxRoute | undefined {
  const [, folder, owner, kind, album, item] = new RegExp(paths).exec(path) ?? [];
  const ownerType = (Object.keys(folders) as Owner[]).find((type) => folders[type] === folder);
  if (!ownerType || hasVideos(ownerType) !== !kind) return undefined;
  const [id, ownerId] = [Number(item), Number(owner)];
  if (album && hasVideos(ownerType))
    return {
      type: 'photo',
      id,
      subjectType: 'album',
      subjectId: Number(album),
      ownerId,
      ownerType,
    };
  if (ownerType === 'post_comment' && kind === 'video') return undefined;
  return {
    type: kind === 'photo' ? kind : 'video',
    id,
    subjectType: ownerType,
    subjectId: ownerId,
  };
}
