import { toQuestions } from '#domains/containers/containers.schema.ts';
import { archivedForm, deletionHandler } from '#domains/containers/kit/lifecycle.api.ts';
import { storeAvatar } from '#domains/media/public-pictures.server.ts';
import { avatarImages } from '#domains/members/members.views.server.ts';
import { type Member } from '#domains/policy/viewer.ts';
import { saveContainerPicture } from '#domains/profiles/pictures/container-pictures.server.ts';
import { toCategory } from '#domains/sitepages/browse/browse.schema.ts';
import { packageView } from '#domains/sitepages/browse/browse.views.server.ts';
import { listCategories } from '#domains/sitepages/browse/page-list.server.ts';
import { pageRef, readPage, readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import { listPackages } from '#domains/sitepages/packages/packages.server.ts';
import { pageCreatedActivity } from '#domains/sitepages/page-activity.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { pageFields } from '#domains/sitepages/sitepages.fields.ts';
import * as shapes from '#domains/sitepages/sitepages.schema.ts';
import { pageView } from '#domains/sitepages/sitepages.views.server.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden } from '#server/errors.ts';
import {
  handle,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import * as editShapes from './edit.schema.ts';
import * as changes from './page-changes.server.ts';
import type { PageFields } from './page-changes.server.ts';
import { newPageValues, pageForm, pageFormValues } from './page-forms.views.server.ts';
import { verifyWebsite } from './page-website.server.ts';

type WireFields = Omit<editShapes.EditFields, 'id'>;

/** Undefined if none of the days is given. */
function toHours(fields: Partial<WireFields>): string[] | undefined {
  const hours = editShapes.hoursFields.map((name) => fields[name]);
  return hours.every((one) => one === undefined) ? undefined : hours.map((one) => one ?? '');
}

const toFields = (input: WireFields): PageFields => ({
  ...toFieldValues(pageFields, input),
  slug: input.page_url,
  overview: input.overview_tree ?? input.overview,
  categoryId: toCategory(input),
  tags: input.tags,
  openingHours: toHours(input),
  joinQuestions: toQuestions(input),
});

async function create(
  member: Member,
  { photo: _, ...fields }: editShapes.CreateFields,
  request: UploadRequest,
): Promise<shapes.PageAnswer> {
  const id = await changes.createPage(
    member,
    {
      ...toFields(fields),
      title: fields.title,
      description: fields.body,
      categoryId: toCategory(fields)!,
      packageId: fields.package_id ?? 0,
      isPublished: fields.draft === 1,
      avatar: await storeAvatar(request.files),
    },
    request.creation,
  );
  return { response: pageView(await readPage(member, id), originFor(request)) };
}

export const editHandlers: Handler[] = [
  handle(
    calls.readCreateForm,
    editShapes.createFormInput,
    editShapes.createFormAnswer,
    async (member, { package_id = 0 }) => {
      await changes.choosePackage(member, package_id);
      const [categories, { packages }] = await Promise.all([
        listCategories(member),
        listPackages(),
      ]);
      return {
        form: pageForm(categories, true),
        formValues: newPageValues,
        packages: packages.map(packageView),
      };
    },
    { summary: 'Fields of a new page' },
  ),
  handleUpload(
    calls.createPage,
    changes.pagePhoto,
    editShapes.createInput,
    shapes.pageAnswer,
    create,
    {
      limit: 'newPage',
      form: {
        done: 'Page created.',
        otherwise: {
          text: 'Page created. It is waiting for approval by the moderators.',
          applies: ({ response }) => response.pending === 1,
        },
        next: ({ response }) => `/pages/page/${response.page_id}`,
      },
      summary: 'Create a page',
    },
  ),
  handle(
    calls.readEditForm,
    shapes.pageIdInput,
    editShapes.editFormAnswer,
    async (member, { id }) => {
      const row = await readPageAsStaff(member, id);
      return {
        form: pageForm(await listCategories(member), false),
        formValues: pageFormValues(row),
      };
    },
    { summary: 'Fields of your own page with their values' },
  ),
  handle(
    calls.editPage,
    editShapes.editInput,
    shapes.pageAnswer,
    async (member, { id, confirm, ...fields }, request) => {
      await changes.editPage(member, id, toFields(fields), { isConfirmed: confirm === 1 });
      return { response: pageView(await readPage(member, id), originFor(request)) };
    },
    { form: { done: 'Your changes were saved.' }, summary: 'Change some fields of your own page' },
  ),
  handleUpload(
    calls.savePhoto,
    changes.pagePhoto,
    editShapes.photoInput,
    editShapes.photoAnswer,
    async (member, { id }, request) => {
      const photo_id = await saveContainerPicture(member, pageRef(id), 'profile', request);
      const { avatar } = await readPage(member, id);
      return { response: { photo_id, ...avatarImages(avatar, originFor(request)) } };
    },
    { summary: 'Change the picture of your own page', needs: [['photo']] },
  ),
  deletionHandler(calls.deletePage, 'page', pageCreatedActivity),
  handle(
    calls.closePage,
    shapes.pageIdInput,
    noContentWith(editShapes.closedAnswer),
    async (member, { id }) => ({ closed: (await changes.closePage(member, id)) ? 1 : 0 }) as const,
    {
      form: archivedForm('page'),
      summary: 'Archive your own page, which can then only be read, or reopen it',
    },
  ),
  handle(
    calls.closePageNatively,
    shapes.pageIdInput,
    noContentWith(editShapes.closedAnswer),
    async (member, { id }, { headers }) => {
      // A picture's address could send the cookie of a member.
      if (!headers.oauth_token) throw forbidden('Send your token in the headers, or use POST.');
      return { closed: (await changes.closePage(member, id)) ? 1 : 0 } as const;
    },
    { summary: 'The same for native clients, which send their token in the headers' },
  ),
  handle(
    calls.verifyWebsite,
    shapes.pageIdInput,
    editShapes.verifiedAnswer,
    async (member, { id }) => {
      await verifyWebsite(member, id);
      return { verified: 1 } as const;
    },
    {
      limit: 'pageWebsite',
      fetches: true,
      form: { done: 'The website is verified.' },
      summary: 'Check that the website of your own page names the page',
    },
  ),
  handle(
    calls.publishPage,
    shapes.pageIdInput,
    noContent,
    async (member, { id }) => void (await changes.publishPage(member, id)),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Publish a draft, or submit a rejected page again; it may have to be approved',
    },
  ),
];
