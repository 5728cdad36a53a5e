import { photoView, type ItemRow, type View } from '#domains/lightbox/lightbox.views.server.ts';
import { imageView } from '#domains/media/media.views.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import {
  feedReactionsView,
  myReactionView,
  sumOf,
} from '#domains/reactions/reactions.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { defaultPictures } from '#lib/default-pictures.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { AlbumRow } from './album-list.server.ts';
import {
  albumPath,
  mayAddTo,
  mayDeleteAlbum,
  mayEditAlbum,
  mayEditPhoto,
  type AlbumRights,
} from './albums.rules.ts';
import type { Album, AlbumPhoto, UploadAnswer } from './albums.schema.ts';

/** The viewer's actions on an album; `url` is a call of this interface. */
export function albumMenu(album: AlbumRights & Pick<AlbumRow, 'id' | 'holdsOthers'>): MenuItem[] {
  const { id } = album;
  return [
    ...(mayAddTo(album)
      ? [{ name: 'add', label: 'Add photos', url: 'albums/upload', urlParams: { album_id: id } }]
      : []),
    ...(mayEditAlbum(album)
      ? [{ name: 'edit', label: 'Edit album', url: `albums/edit/${id}`, urlParams: {} }]
      : []),
    ...(mayDeleteAlbum(album)
      ? [{ name: 'delete', label: 'Delete album', url: `albums/delete/${id}`, urlParams: {} }]
      : []),
  ];
}

/** The interface knows three audiences: that of a container is everyone, or narrower. */
function wireAudience({ audience, isPublic }: AlbumRow): Audience {
  if (audience !== 'container') return audience;
  return isPublic ? 'everyone' : 'friends';
}

export function albumView(row: AlbumRow, { viewer, origin }: View): Album {
  const { cover } = row;
  const mine = myReactionView(row.mine, origin);
  const at = (width: number) =>
    cover ? imageView(cover, width, origin).src : origin + defaultPictures.picture;
  const may = (rule: (album: AlbumRow) => boolean) => (rule(row) ? (1 as const) : (0 as const));
  return {
    album_id: row.id,
    title: row.title,
    description: row.description,
    owner_type: toWireType(row.ownerType),
    owner_id: row.ownerId,
    owner_title: row.displayname,
    owner_image_icon: avatarAddress(row.avatar, origin),
    category_id: 0,
    photo_id: cover?.id ?? 0,
    photo_count: row.photoCount,
    view_count: row.viewCount,
    comment_count: row.comments,
    like_count: sumOf(row.counts),
    is_like: mine ? 1 : 0,
    feed_reactions: feedReactionsView(row.counts, origin),
    ...(mine ? { my_feed_reaction: mine } : {}),
    can_comment: isMember(viewer) && row.canComment ? 1 : 0,
    search: row.isListed ? 1 : 0,
    type: row.type,
    creation_date: toWireTime(row.createdAt),
    modified_date: toWireTime(row.modifiedAt),
    image: at(960),
    image_normal: at(480),
    image_profile: at(480),
    image_icon: at(160),
    content_url: origin + albumPath(row.ownerId, row.id, row.ownerType),
    allow_to_view: 1,
    edit: may(mayEditAlbum),
    delete: may(mayDeleteAlbum),
    menu: albumMenu(row),
    privacy: wireAudience(row),
  };
}

/** Whether the member added it, in their own name. */
export const isOwnPhoto = (
  member: Member,
  { authorType, authorId }: Pick<ItemRow, 'authorType' | 'authorId'>,
): boolean => authorType === 'member' && member.id === authorId;

type PhotoAlbum = Pick<AlbumRow, 'isEditor' | 'isAdded' | 'ownerType'>;

/** The viewer's actions on a photo; photos of the wall are changed with their post. */
function photoMenu(
  viewer: Viewer,
  { id, authorType, authorId, attachableType, attachableId }: ItemRow,
  album: PhotoAlbum,
): MenuItem[] {
  if (!isMember(viewer)) return [];
  const isOwn = isOwnPhoto(viewer, { authorType, authorId });
  if (!isOwn && !album.isEditor)
    return [
      {
        name: 'report',
        label: 'Report',
        url: 'report/create',
        urlParams: { type: toWireType('photo'), id },
      },
    ];
  const profile = {
    name: 'make_profile_photo',
    label: 'Make profile photo',
    url: 'members/edit/external-photo',
    urlParams: { photo: `${toWireType('photo')}_${id}` },
  };
  if (attachableType !== 'album') return [profile];
  const urlParams = { photo_id: id, album_id: attachableId };
  return [
    ...(mayEditPhoto(album, isOwn)
      ? [{ name: 'edit', label: 'Edit', url: 'albums/photo/edit', urlParams }]
      : []),
    // The own is deleted also by those who may not edit it any more.
    { name: 'delete', label: 'Delete', url: 'albums/photo/delete', urlParams },
    ...(album.ownerType === 'member' ? [profile] : []),
  ];
}

export const albumPhotoView = (
  row: ItemRow,
  album: PhotoAlbum & Pick<AlbumRow, 'id' | 'title'>,
  view: View,
): AlbumPhoto => ({
  ...photoView(row, view),
  album_id: album.id,
  album_title: album.title,
  menu: photoMenu(view.viewer, row, album),
});

/** The album and the photos that were added to it. */
export const uploadedView = (album: AlbumRow, photos: ItemRow[], view: View): UploadAnswer => ({
  response: { album_id: album.id },
  album: albumView(album, view),
  photos: photos.map((row) => albumPhotoView(row, album, view)),
});

/** The album in the headline of a feed item. */
export const albumParamsView = ({ id, title }: { id: number; title: string }) => ({
  album: { album_id: id, title },
});
