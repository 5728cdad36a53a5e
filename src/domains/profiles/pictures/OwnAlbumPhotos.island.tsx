import { memo } from 'react';
import { OwnPhotos, type OwnPhotosProps } from '#domains/media/albums/OwnPhotos.island.tsx';
import { toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import { chooseOwnPhoto } from './pictures.calls.ts';

const makeProfilePhoto = (photoId: number) =>
  chooseOwnPhoto({ photo: `${toWireType('photo')}_${photoId}` }).then(
    () => toast.success('Your photo was saved.'),
    () => toast.error('Your photo could not be saved. Please try again.'),
  );

/** The photos of an own album, of which one can become the photo of the profile. */
export const OwnAlbumPhotos = memo(function OwnAlbumPhotos(
  props: Omit<OwnPhotosProps, 'onMakeProfilePhoto'>,
) {
  return <OwnPhotos {...props} onMakeProfilePhoto={makeProfilePhoto} />;
});
