import { avatarImages, coverAddress, memberImages } from '#domains/members/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { wireSubject } from '#lib/wire-names.ts';
import type { Subject } from '#server/subjects.ts';
import type { CoverMenuAnswer, PicturesAnswer } from './pictures.schema.ts';

/** Actions for the pictures of the member or of a container; `url` is a call of this interface. */
export function pictureMenus(
  of: Subject,
  { avatar, cover }: { avatar: string | null; cover: string | null },
  special: 'profile' | 'cover' | 'both',
): CoverMenuAnswer['response'] {
  const subject = wireSubject(of);
  const from = (name: string): MenuItem => ({
    name,
    label: 'Choose from albums',
    url: 'albums/manage',
    urlParams: {},
  });
  const coverPhotoMenu: MenuItem[] = [
    {
      name: 'upload_cover_photo',
      label: 'Upload a cover',
      url: 'coverphoto/upload-cover-photo',
      urlParams: { ...subject, special: 'cover' },
    },
    ...(cover
      ? [
          {
            name: 'remove_cover_photo',
            label: 'Remove the cover',
            url: 'coverphoto/remove-cover-photo',
            urlParams: subject,
          },
        ]
      : []),
  ];
  const ownPhotoMenu: MenuItem[] = [
    { name: 'upload_photo', label: 'Upload a photo', url: 'members/edit/photo', urlParams: {} },
    from('choose_from_album'),
    ...(avatar
      ? [
          {
            name: 'remove_photo',
            label: 'Remove the photo',
            url: 'members/edit/remove-photo',
            urlParams: {},
          },
        ]
      : []),
  ];
  const containerPhotoMenu: MenuItem[] = [
    {
      name: 'upload_photo',
      label: 'Upload a photo',
      url: 'coverphoto/upload-cover-photo',
      urlParams: { ...subject, special: 'profile' },
    },
  ];
  const profilePhotoMenu = of.type === 'member' ? ownPhotoMenu : containerPhotoMenu;
  return {
    coverPhotoMenu: special === 'profile' ? [] : coverPhotoMenu,
    profilePhotoMenu: special === 'cover' ? [] : profilePhotoMenu,
  };
}

interface Pictures {
  avatar: string | null;
  cover: string | null;
}

function picturesView(
  images: Pick<
    PicturesAnswer['response'],
    'image' | 'image_profile' | 'image_normal' | 'image_icon'
  >,
  { id, avatar, cover }: Pictures & { id: number },
  origin: string,
): PicturesAnswer {
  const address = coverAddress(cover, origin);
  return {
    response: { ...images, photo_id: avatar ? id : 0, cover: address, cover_image: address },
  };
}

export function memberPicturesView(
  member: Member,
  pictures: Pictures,
  origin: string,
): PicturesAnswer {
  const { avatar } = pictures;
  const { content_url: _, ...images } = memberImages({ ...member, avatar }, origin);
  return picturesView(images, { id: member.id, ...pictures }, origin);
}

export function containerPicturesView(
  id: number,
  pictures: Pictures,
  origin: string,
): PicturesAnswer {
  const images = avatarImages(pictures.avatar, origin);
  return picturesView(images, { id, ...pictures }, origin);
}
