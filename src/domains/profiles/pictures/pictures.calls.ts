import { del, get, post } from '#lib/rest.ts';
import type {
  CoverInput,
  CoverMenuAnswer,
  CoverMenuInput,
  ExternalPhotoInput,
  PhotoForm,
  PhotoInput,
  PicturesAnswer,
  SubjectCoverInput,
  SubjectInput,
} from './pictures.schema.ts';

type Nothing = Record<never, never>;

export const readPhotoForm = get<Nothing, PhotoForm>('/members/edit/photo');
export const savePhoto = post<PhotoInput, PicturesAnswer>('/members/edit/photo');
export const removePhoto = del<Nothing, void>('/members/edit/remove-photo');
export const saveCover = post<CoverInput, PicturesAnswer>(
  '/user/profilepage/upload-cover-photo/user_id/:user_id',
);
export const saveCoverOf = post<SubjectCoverInput, PicturesAnswer>(
  '/coverphoto/upload-cover-photo',
);
export const removeCover = post<SubjectInput, void>('/coverphoto/remove-cover-photo');
export const readCoverMenu = get<CoverMenuInput, CoverMenuAnswer>(
  '/coverphoto/get-cover-photo-menu',
);
export const setAvatarFromPhoto = post<ExternalPhotoInput, void>('/members/edit/external-photo');
