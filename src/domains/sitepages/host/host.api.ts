import type { z } from 'zod';
import {
  changePackage,
  chooseDefaultPackage,
  createPackage,
  givePackage,
} from '#domains/sitepages/packages/package-changes.server.ts';
import { packageDefaults, packageFields } from '#domains/sitepages/packages/packages.fields.ts';
import { pageView } from '#domains/sitepages/sitepages.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { listSubmitted, promotePage } from './host-pages.server.ts';
import * as calls from './host.calls.ts';
import * as shapes from './host.schema.ts';
import { approvePage, declinePage } from './page-approval.server.ts';

const toPackage = (sent: z.output<typeof shapes.createPackageInput>) => ({
  ...packageDefaults,
  title: sent.title,
  ...toFieldValues(packageFields, sent),
});
const toBoolean = (flag: number | undefined) => (flag === undefined ? undefined : flag === 1);

export const hostHandlers: Handler[] = [
  handle(
    calls.listSubmitted,
    shapes.submittedInput,
    shapes.submittedAnswer,
    async (member, part, request) => {
      const { total, pages } = await listSubmitted(member, part);
      return {
        totalItemCount: total,
        response: pages.map((row) => ({
          ...pageView(row, originFor(request)),
          submitted_date: toWireTime(row.submittedAt),
          package_title: row.packageTitle,
        })),
      };
    },
    { summary: 'For moderators: pages waiting for approval, the longest waiting first' },
  ),
  handle(
    calls.approvePage,
    shapes.approveInput,
    noContent,
    (member, { page_id }) => approvePage(member, page_id),
    { form: { done: 'Page approved.' }, summary: 'For moderators: approve a page' },
  ),
  handle(
    calls.declinePage,
    shapes.declineInput,
    noContent,
    (member, { page_id, reason }) => declinePage(member, page_id, reason),
    {
      form: { done: 'Page rejected.' },
      summary: 'For moderators: reject a page; its staff reads the reason',
    },
  ),
  handle(
    calls.promotePage,
    shapes.promoteInput,
    noContent,
    (member, { page_id, featured, sponsored }) =>
      promotePage(member, page_id, {
        isFeatured: toBoolean(featured),
        isSponsored: toBoolean(sponsored),
      }),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'For moderators: mark a page as featured or sponsored',
    },
  ),
  handle(
    calls.createPackage,
    shapes.createPackageInput,
    noContent,
    (member, fields) => createPackage(member, toPackage(fields)),
    { form: { done: 'Package created.' }, summary: 'For administrators: create a package' },
  ),
  handle(
    calls.editPackage,
    shapes.editPackageInput,
    noContent,
    (member, { package_id, ...fields }) => changePackage(member, package_id, toPackage(fields)),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'For administrators: change or retire a package; pages that have it keep it',
    },
  ),
  handle(
    calls.chooseDefaultPackage,
    shapes.defaultPackageInput,
    noContent,
    (member, { package_id }) => chooseDefaultPackage(member, package_id),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'For administrators: choose the package that every page falls back to',
    },
  ),
  handle(
    calls.givePackage,
    shapes.givePackageInput,
    noContent,
    (member, { page_id, package_id }) => givePackage(member, page_id, package_id),
    {
      form: { done: 'The page has the package from now on.', next: () => '/admin/pages' },
      summary: 'For administrators: give a page a package, one with a price as well',
    },
  ),
];
