import { z } from 'zod';
import type { Member } from '#domains/policy/viewer.ts';
import { createStory, storyFiles } from '#domains/stories/compose/new-story.server.ts';
import { seenIn } from '#domains/stories/player/story-seen.rules.ts';
import { listStories } from '#domains/stories/tray/tray.server.ts';
import { originFor } from '#server/base-url.ts';
import {
  handle,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import * as calls from './stories.calls.ts';
import {
  browseInput,
  muteInput,
  newStoryInput,
  storyForm,
  storyGroups,
  storyIdInput,
  storyItems,
  storyViewers,
  viewersInput,
  type NewStoryFields,
} from './stories.schema.ts';
import { deleteStory, listViewers, markSeen, muteOwner, readStories } from './stories.server.ts';
import { storyFormView } from './stories.views.server.ts';

const createStoryFromUpload = (
  member: Member,
  { description, body, auth_view: audience, is_storyPost, post_attach }: NewStoryFields,
  request: UploadRequest,
) =>
  createStory(
    member,
    {
      caption: description || body || '',
      audience,
      isAlsoPost: is_storyPost === 1 && post_attach === 1,
    },
    request,
  );

export const storiesHandlers: Handler[] = [
  handle(
    calls.browseStories,
    browseInput,
    storyGroups,
    (member, { user_id, page, limit }, request) =>
      listStories(
        member,
        { ownerId: user_id, page, limit, seen: seenIn(request.headers.cookie, member.id) },
        originFor(request),
      ),
    { summary: 'Who has stories: the caller and friends, or one member' },
  ),
  handle(
    calls.readStory,
    storyIdInput,
    storyItems,
    async (member, { id }, request) => ({
      response: await readStories(member, id, {
        seen: seenIn(request.headers.cookie, member.id),
        origin: originFor(request),
      }),
    }),
    { summary: 'All active stories of the owner of one' },
  ),
  handle(calls.readStoryForm, z.object({}), storyForm, async () => storyFormView(), {
    summary: 'The fields of a new story',
  }),
  handleUpload(calls.createStory, storyFiles, newStoryInput, storyItems, createStoryFromUpload, {
    limit: 'story',
    summary: 'Create a story: one photo or one video, for 24 hours',
    needs: [['filedata'], ['photo']],
  }),
  handle(calls.deleteStory, storyIdInput, noContent, (member, { id }) => deleteStory(member, id), {
    summary: 'Delete your own story',
  }),
  handle(calls.markStorySeen, storyIdInput, noContent, (member, { id }) => markSeen(member, id), {
    summary: 'The caller has seen it',
  }),
  handle(
    calls.listStoryViewers,
    viewersInput,
    storyViewers,
    (member, { id, ...query }, request) => listViewers(member, id, query, originFor(request)),
    { summary: 'Who has seen your own story' },
  ),
  handle(
    calls.muteStories,
    muteInput,
    noContent,
    (member, { id, mute }) => muteOwner(member, id, mute === 1),
    { summary: 'Move the stories of one member to the end, or back' },
  ),
];
