import { del, get, post } from '#lib/rest.ts';
import type * as shapes from './page-photos.schema.ts';

export const listPageAlbums = get<shapes.PageAlbumsInput, shapes.PageAlbumsAnswer>(
  '/sitepage/photos/index/:id',
);
export const readPageAlbum = get<shapes.PageAlbumInput, shapes.PageAlbumAnswer>(
  '/sitepage/photos/viewalbum/:id/:albumId',
);
export const addPageAlbum = post<shapes.AddAlbumInput, shapes.AddedAlbumAnswer>(
  '/sitepage/photos/addalbum/:id',
);
export const addPagePhotos = post<shapes.AddPhotosInput, shapes.AddedPhotosAnswer>(
  '/sitepage/photos/addphoto/:page_id/:album_id',
);
export const editPageAlbum = post<shapes.EditPageAlbumInput, void>(
  '/sitepage/photos/editalbum/:page_id/:album_id',
);
export const deletePageAlbum = del<shapes.PageAlbumIdInput, void>(
  '/sitepage/photos/deletealbum/:page_id/:album_id',
);
export const editPagePhoto = post<shapes.EditPagePhotoInput, void>(
  '/sitepage/photos/editphoto/:page_id/:album_id/:photo_id',
);
export const deletePagePhoto = del<shapes.PagePhotoIdInput, void>(
  '/sitepage/photos/deletephoto/:page_id/:album_id/:photo_id',
);
