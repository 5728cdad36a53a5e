import type { z } from 'zod';
import { idInput, toQuestions } from '#domains/containers/containers.schema.ts';
import { editFormAnswer, formAnswer } from '#domains/containers/kit/kind.schema.ts';
import { archiveHandler, deletionHandler } from '#domains/containers/kit/lifecycle.api.ts';
import { listGroupCategories } from '#domains/groups/browse/group-list.server.ts';
import { groupCreatedActivity } from '#domains/groups/group-activity.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { groupFields } from '#domains/groups/groups.fields.ts';
import { settingsOfPrivacy } from '#domains/groups/groups.rules.ts';
import * as shapes from '#domains/groups/groups.schema.ts';
import { groupAnswerView } from '#domains/groups/groups.views.server.ts';
import { groupRef, readChangeableGroup, readGroup } from '#domains/groups/one-group.server.ts';
import { storeAvatar } from '#domains/media/public-pictures.server.ts';
import { coverAddress } from '#domains/members/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { saveContainerPicture } from '#domains/profiles/pictures/container-pictures.server.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden } from '#server/errors.ts';
import {
  handle,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import * as editShapes from './edit.schema.ts';
import * as changes from './group-changes.server.ts';
import type { GroupFields } from './group-changes.server.ts';
import { groupForm, groupFormValues } from './group-forms.views.server.ts';

const groupPhoto: FileRules = { fields: /^photo$/, takes: 'pictures', max: 1 };

/** `privacy` stands for three fields; those sent beside it win. */
function toFields(input: editShapes.EditFields): GroupFields {
  return {
    ...(input.privacy ? settingsOfPrivacy[input.privacy] : {}),
    ...toFieldValues(groupFields, input),
    categoryId: input.category_id,
    joinQuestions: toQuestions(input),
  };
}

async function create(
  member: Member,
  { photo: _, ...fields }: editShapes.CreateFields,
  request: UploadRequest,
): Promise<shapes.GroupAnswer> {
  const id = await changes.createGroup(
    member,
    {
      ...toFields(fields),
      title: fields.title,
      description: fields.description,
      categoryId: fields.category_id,
      avatar: await storeAvatar(request.files),
    },
    request.creation,
  );
  return groupAnswerView(await readGroup(member, id), originFor(request));
}

async function edit(
  member: Member,
  { id, confirm, photo: _, ...fields }: z.output<typeof editShapes.editInput>,
  request: UploadRequest,
): Promise<void> {
  const change = () =>
    changes.editGroup(member, id, toFields(fields), { isConfirmed: confirm === 1 });
  if (!request.files.length) return change();
  await saveContainerPicture(member, groupRef(id), 'profile', request, change);
}

export const editHandlers: Handler[] = [
  handle(
    calls.readCreateForm,
    noInput,
    formAnswer,
    async (member) => {
      if (!(await changes.mayCreateGroup(member)))
        throw forbidden('You already own too many groups.');
      return groupForm(await listGroupCategories(), true);
    },
    { summary: 'Fields of a new group' },
  ),
  handleUpload(calls.createGroup, groupPhoto, editShapes.createInput, shapes.groupAnswer, create, {
    limit: 'newGroup',
    form: {
      done: 'Group created.',
      next: ({ response }) => `/groups/group/${response.group_id}/posts`,
    },
    summary: 'Create a group',
  }),
  handle(
    calls.readEditForm,
    idInput,
    editFormAnswer,
    async (member, { id }) => {
      const row = await readChangeableGroup(member, id);
      return {
        form: groupForm(await listGroupCategories(), false),
        formValues: groupFormValues(row),
      };
    },
    { summary: 'Fields of your own group with their values' },
  ),
  handleUpload(calls.editGroup, groupPhoto, editShapes.editInput, noContent, edit, {
    summary: 'Change some fields of your own group',
  }),
  handleUpload(calls.editGroupByForm, groupPhoto, editShapes.editInput, noContent, edit, {
    form: { done: 'Your changes were saved.' },
    summary: 'The same as `PUT`, for forms',
  }),
  deletionHandler(calls.deleteGroup, 'group', groupCreatedActivity),
  archiveHandler(calls.archiveGroup, 'group'),
  handleUpload(
    calls.saveCover,
    groupPhoto,
    editShapes.coverInput,
    editShapes.coverAnswer,
    async (member, { id }, request) => {
      await saveContainerPicture(member, groupRef(id), 'cover', request);
      const { cover } = await readGroup(member, id);
      return { response: { cover_image: coverAddress(cover, originFor(request)) } };
    },
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Change the cover of your own group',
      needs: [['photo']],
    },
  ),
];
