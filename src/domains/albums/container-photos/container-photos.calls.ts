import { del, get, post } from '#lib/rest.ts';
import type * as shapes from './container-photos.schema.ts';

/** @param folder the first part of the paths of a kind */
export const containerPhotoCalls = <Id extends string>(folder: string) => ({
  listPhotos: get<shapes.PhotosInput<Id>, shapes.PhotosAnswer<Id>>(`${folder}/photo/list`),
  addPhotos: post<shapes.AddPhotosInput<Id>, shapes.AddedPhotosAnswer<Id>>(`${folder}/photo/list`),
  deletePhoto: del<shapes.DeletePhotoInput<Id>, void>(`${folder}/photo/delete`),
});
