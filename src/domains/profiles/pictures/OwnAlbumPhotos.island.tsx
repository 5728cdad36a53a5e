import { memo } from 'react';
import { OwnPhotos, type OwnPhotosProps } from '#domains/albums/OwnPhotos.island.tsx';
import { toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import { setAvatarFromPhoto } from './pictures.calls.ts';

const makeProfilePhoto = (photoId: number) =>
  setAvatarFromPhoto({ photo: `${toWireType('photo')}_${photoId}` }).then(
    () => toast.success('Your photo was saved.'),
    () => toast.error('Your photo could not be saved. Please try again.'),
  );

/** The photos of an own album, to choose the profile photo from. */
export const OwnAlbumPhotos = memo(function OwnAlbumPhotos(
  props: Omit<OwnPhotosProps, 'onMakeProfilePhoto'>,
) {
  return <OwnPhotos {...props} onMakeProfilePhoto={makeProfilePhoto} />;
});
