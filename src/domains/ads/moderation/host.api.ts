import * as calls from '#domains/ads/ads.calls.ts';
import * as shapes from '#domains/ads/ads.schema.ts';
import { adRowView } from '#domains/ads/ads.views.server.ts';
import { changeAdPackage, createAdPackage } from '#domains/ads/packages/ad-packages.server.ts';
import { adPackageFields } from '#domains/ads/packages/packages.fields.ts';
import { cancelReceipt, markPaid } from '#domains/ads/receipts/receipts.server.ts';
import { writeAdSettings } from '#domains/ads/settings/ad-settings.server.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { approveAd, listSubmittedAds, rejectAd, removeAd } from './ad-decisions.server.ts';

const forModerators: Handler[] = [
  handle(
    calls.listSubmitted,
    shapes.submittedInput,
    shapes.submittedAnswer,
    async (member, part, request) => {
      const { total, ads } = await listSubmittedAds(member, part);
      return {
        response: ads.map((ad) => adRowView(ad, originFor(request))),
        totalItemCount: total,
      };
    },
    { summary: 'For moderators: ads waiting for approval, the longest waiting first' },
  ),
  handle(
    calls.approveAd,
    shapes.approveInput,
    noContent,
    (member, decided) => approveAd(member, decided),
    {
      form: { done: 'Ad approved.' },
      summary: 'For moderators: approve a version of an ad',
    },
  ),
  handle(
    calls.rejectAd,
    shapes.rejectInput,
    noContent,
    (member, { reason, ...decided }) => rejectAd(member, decided, reason),
    {
      form: { done: 'Ad rejected.' },
      summary: 'For moderators: reject a version of an ad; its owner reads the reason',
    },
  ),
  handle(calls.removeAd, shapes.adIdInput, noContent, (member, { id }) => removeAd(member, id), {
    form: { done: 'Ad removed.' },
    summary: 'For moderators: end an ad, and take its text and picture out of the library',
  }),
];

const forAdministrators: Handler[] = [
  handle(
    calls.markPaid,
    shapes.adIdInput,
    shapes.paidAnswer,
    async (member, { id }) => ({ receipt: await markPaid(member, id) }),
    { form: { done: 'Ad marked as paid.' }, summary: 'For administrators: mark an ad as paid' },
  ),
  handle(
    calls.cancelReceipt,
    shapes.receiptInput,
    shapes.paidAnswer,
    async (member, { id }) => ({ receipt: await cancelReceipt(member, id) }),
    {
      form: { done: 'The receipt is cancelled.' },
      summary: 'For administrators: cancel a receipt by a second one, and end its ad',
    },
  ),
  handle(
    calls.createPackage,
    shapes.newPackageInput,
    noContent,
    async (member, fields) =>
      void (await createAdPackage(member, toFieldValues(adPackageFields, fields))),
    { form: { done: 'Package created.' }, summary: 'For administrators: create a package for ads' },
  ),
  handle(
    calls.editPackage,
    shapes.changePackageInput,
    noContent,
    (member, { package_id, ...fields }) =>
      changeAdPackage(member, package_id, toFieldValues(adPackageFields, fields)),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'For administrators: change a package; ads keep what they bought',
    },
  ),
  handle(
    calls.writeSettings,
    shapes.settingsInput,
    noContent,
    (member, { ads_on, receipt_lines }) =>
      writeAdSettings(member, { areOn: ads_on === 1, receiptLines: receipt_lines }),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'For administrators: switch ads on or off, and the lines of receipts',
    },
  ),
];

export const adHostHandlers = [...forModerators, ...forAdministrators];
