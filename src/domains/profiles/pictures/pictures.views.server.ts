import type { MenuItem } from '#lib/shapes.ts';
import { wireSubject } from '#lib/wire-names.ts';
import type { Subject } from '#server/subjects.ts';
import type { CoverMenuAnswer } from './pictures.schema.ts';

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
