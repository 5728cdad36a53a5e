import type { z } from 'zod';
import * as calls from '#domains/lightbox/videos/videos.calls.ts';
import {
  deleteVideoInput,
  editVideoInput,
  videoForm,
} from '#domains/media/videos/video-changes.schema.ts';
import { videoFields } from '#domains/media/videos/video.fields.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toFieldValues, toFormFields } from '#lib/field-list.ts';
import { noInput } from '#lib/fields.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { deleteVideo, editVideo } from './video-changes.server.ts';

const form = [
  ...toFormFields(videoFields),
  {
    type: 'Select',
    name: 'type',
    label: 'Video',
    multiOptions: { 3: 'A file', 1: 'YouTube', 2: 'Vimeo' },
    hasValidator: true,
  },
  { type: 'Text', name: 'url', label: 'Address', maxlength: 2_000 },
  { type: 'File', name: 'filedata', label: 'Video' },
];
const edit = (member: Member, { id, ...sent }: z.output<typeof editVideoInput>) =>
  editVideo(member, id, toFieldValues(videoFields, sent));
const summary = 'Change the title, description and audience of your own video';

export const videoChangesHandlers: Handler[] = [
  handle(calls.readVideoForm, noInput, videoForm, () => Promise.resolve(form), {
    summary: 'What is asked of a new video',
  }),
  handle(calls.editVideo, editVideoInput, noContent, edit, {
    form: { done: 'Video changed' },
    summary,
  }),
  handle(calls.putVideo, editVideoInput, noContent, edit, { summary }),
  handle(
    calls.deleteVideo,
    deleteVideoInput,
    noContent,
    (member, { id }) => deleteVideo(member, id),
    {
      form: { done: 'Video deleted' },
      aliases: ['/videos/delete/:id'],
      summary:
        'Take your own video, or as staff one in the container, off its post, which keeps its text',
    },
  ),
];
