import type { PhotoAnswer } from '#domains/lightbox/lightbox.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type {
  AlbumAnswer,
  AlbumFormAnswer,
  AlbumIdInput,
  AlbumInput,
  AlbumsAnswer,
  AlbumsInput,
  ContentAnswer,
  ContentInput,
  EditAlbumInput,
  EditPhotoInput,
  FormAnswer,
  ManageAlbumsInput,
  PhotoIdInput,
  PhotosAnswer,
  PhotosInput,
  RotateInput,
  SubjectAlbumInput,
  UploadAnswer,
  UploadFormInput,
  UploadInput,
} from './albums.schema.ts';

export const browseAlbums = get<AlbumsInput, AlbumsAnswer>('/albums');
export const manageAlbums = get<ManageAlbumsInput, AlbumsAnswer>('/albums/manage');
export const readSearchForm = get<Record<never, never>, FormAnswer>('/albums/search-form');
export const readUploadForm = get<UploadFormInput, FormAnswer>('/albums/upload');
export const uploadPhotos = post<UploadInput, UploadAnswer>('/albums/upload');
export const readAlbum = get<AlbumInput, AlbumAnswer>('/albums/view/:id');
export const readSubjectAlbum = get<SubjectAlbumInput, AlbumAnswer>('/albums/view-album');
export const readAlbumForm = get<AlbumIdInput, AlbumFormAnswer>('/albums/edit/:id');
export const editAlbum = put<EditAlbumInput, void>('/albums/edit/:id');
export const postAlbum = post<EditAlbumInput, void>('/albums/edit/:id');
export const deleteAlbum = del<AlbumIdInput, void>('/albums/delete/:id');
export const listPhotos = get<PhotosInput, PhotosAnswer>('/albums/photo/list');
export const editPhoto = put<EditPhotoInput, void>('/albums/photo/edit');
export const postPhoto = post<EditPhotoInput, void>('/albums/photo/edit');
export const deletePhoto = del<PhotoIdInput, void>('/albums/photo/delete');
export const rotatePhoto = post<RotateInput, PhotoAnswer>('/albums/photo/rotate');
export const readContent = get<ContentInput, ContentAnswer>('/albums/view-content-album');
