import { post } from '#lib/rest.ts';
import type { VideoPostCreated, VideoPostInput } from './video-post.schema.ts';

export const createVideo = post<VideoPostInput, VideoPostCreated>('/advancedvideos/create');
