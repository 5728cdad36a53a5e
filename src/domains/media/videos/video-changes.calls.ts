import { del, get, post, put } from '#lib/rest.ts';
import type { DeleteVideoInput, EditVideoInput, VideoForm } from './video-changes.schema.ts';

export const readVideoForm = get<Record<never, never>, VideoForm>('/advancedvideos/create');
export const editVideo = post<EditVideoInput, void>('/advancedvideo/edit/:id');
export const putVideo = put<EditVideoInput, void>('/videos/edit/:id');
export const deleteVideo = del<DeleteVideoInput, void>('/advancedvideo/delete/:id');
