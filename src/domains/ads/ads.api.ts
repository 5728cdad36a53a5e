import type { z } from 'zod';
import { listCampaigns, readOwnAd } from '#domains/ads/campaigns/ad-rows.server.ts';
import { deleteCampaigns, renameCampaign } from '#domains/ads/campaigns/campaigns.server.ts';
import { clickAd } from '#domains/ads/clicks/click-ad.server.ts';
import { readSeen } from '#domains/ads/clicks/seen-ad.server.ts';
import { createAd, editAd, readCopied, setAdState } from '#domains/ads/edit/ad-changes.server.ts';
import { storeAdPicture } from '#domains/ads/edit/ad-picture.server.ts';
import { hideReasons } from '#domains/ads/hiding/hide-ad.rules.ts';
import { hideAd, showAdAgain } from '#domains/ads/hiding/hide-ad.server.ts';
import { listLibrary } from '#domains/ads/library/ad-library.server.ts';
import { listAdPackages } from '#domains/ads/packages/ad-packages.server.ts';
import { readReceipt } from '#domains/ads/receipts/receipts.server.ts';
import { serveAds } from '#domains/ads/serving/serve-ads.server.ts';
import { checkAdsOn } from '#domains/ads/settings/ad-settings.server.ts';
import { readAdStatistics } from '#domains/ads/statistics/ad-statistics.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { isVisible, noInput } from '#lib/fields.ts';
import { selectField, toFlag } from '#lib/shapes.ts';
import { originFor } from '#server/base-url.ts';
import { httpError, invalid } from '#server/errors.ts';
import {
  handle,
  handlePublic,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import { definedFields } from '#server/rows.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import * as calls from './ads.calls.ts';
import { adFields } from './ads.fields.ts';
import * as shapes from './ads.schema.ts';
import * as views from './ads.views.server.ts';

const adImage: FileRules = {
  fields: /^image$/,
  takes: 'pictures',
  max: 1,
  megabytes: { picture: 5, video: 0 },
};

const noText = {
  title: '',
  body: '',
  url: '',
  payer: '',
  location: '',
  categoryId: 0,
  minAge: 0,
  maxAge: 0,
};

/** Fields that a copy starts from. */
const startOf = async (member: Member, copied: number | undefined) =>
  copied === undefined ? { ...noText, picture: null, subject: null } : readCopied(member, copied);

function chosenSubject({ resource, resource_type: type, resource_id: id }: shapes.CreateFields) {
  if (Boolean(type) !== Boolean(id)) throw invalid('Please choose what to promote.', 'resource_id');
  return type && id ? { type, id } : resource;
}

async function create(
  member: Member,
  input: shapes.CreateFields,
  request: UploadRequest,
): Promise<shapes.CreateAnswer> {
  const start = await startOf(member, input.copy_of);
  const { resource_type: type, resource_id: resourceId } = input;
  const problems: Record<string, string> = {};
  if (Boolean(type) !== Boolean(resourceId))
    problems.resource_id = 'Please choose what to promote.';
  const text = { ...start, ...definedFields(toFieldValues(adFields, input)) } as typeof start;
  for (const name of ['title', 'body', 'payer'] as const)
    if (!isVisible(text[name])) problems[adFields[name].wire] = 'Please fill in this field.';
  if (!input.adcampaign_id && !isVisible(input.campaign_name))
    problems.campaign_name = 'Please choose a campaign, or name a new one.';
  if (Object.keys(problems).length) throw invalid(problems);
  const id = await createAd(
    member,
    {
      ...text,
      subject: chosenSubject(input) ?? (input.cads_url ? null : text.subject),
      picture: (await storeAdPicture(request.files)) ?? text.picture,
      campaignId: input.adcampaign_id ?? 0,
      campaignName: input.campaign_name,
      packageId: input.package_id,
      startsAt: input.start ?? undefined,
      endsAt: input.end ?? undefined,
      dailyLimit: input.daily_limit || null,
    },
    request.creation,
  );
  return createdView(member, id, request);
}

async function createdView(member: Member, id: number, request: UploadRequest) {
  const origin = originFor(request);
  const ad = await readOwnAd(member, id);
  const own = { page: 1, limit: 1, withAds: false, id: Number(ad.campaignId) };
  const { campaigns } = await listCampaigns(member, own);
  return {
    response: views.adRowView(ad, origin),
    campaign: views.campaignView(campaigns[0]!, origin, false),
    payment_required: toFlag(ad.isUnpaid),
  };
}

async function edit(
  member: Member,
  { id, end, ...input }: z.output<typeof shapes.editInput>,
  request: UploadRequest,
): Promise<shapes.AdAnswer> {
  const picture = await storeAdPicture(request.files);
  await editAd(member, id, {
    ...definedFields(toFieldValues(adFields, input)),
    ...(picture ? { picture } : {}),
    ...(end ? { endsAt: end } : {}),
  });
  return { response: views.adRowView(await readOwnAd(member, id), originFor(request)) };
}

const hideForm = [
  selectField('adCancelReason', 'Why do you want to hide it?', hideReasons),
  { type: 'Textarea', name: 'adDescription', label: 'Anything else?', maxlength: 500 },
];

const forViewers: Handler[] = [
  handle(
    calls.listAds,
    shapes.widgetInput,
    shapes.widgetAnswer,
    async (member, { limit }, request) => {
      const served = await serveAds(member, { count: limit, reportsSeen: false });
      const advertisements = served.map((ad) => views.shownAdView(ad, originFor(request)));
      return {
        advertisements,
        advertisments: advertisements,
        totalItemCount: advertisements.length,
      };
    },
    { summary: 'Ads for the caller; what is delivered by this call counts as seen' },
  ),
  handle(
    calls.countClick,
    shapes.clickInput,
    noContent,
    async (member, { id, token }) => void (await clickAd(member, id, token)),
    { limit: 'clickAd', summary: 'Count a click on an ad that was delivered to the caller' },
  ),
  handle(
    calls.countSeen,
    shapes.seenInput,
    noContent,
    (member, { id, token }) => readSeen(member, id, token),
    { summary: 'Say that half of a delivered ad was in sight for a second' },
  ),
  handle(
    calls.readHideForm,
    shapes.hideFormInput,
    shapes.formAnswer,
    () => Promise.resolve({ form: hideForm }),
    {
      summary: 'Fields of the form that hides an ad',
    },
  ),
  handle(
    calls.hideAd,
    shapes.hideInput,
    noContent,
    (member, { adsId, adCancelReason, adDescription }) =>
      hideAd(member, adsId, { reason: adCancelReason!, description: adDescription }),
    { form: { done: 'You will not see this ad again.' }, summary: 'Hide an ad from the caller' },
  ),
  handle(calls.showAd, shapes.adIdInput, noContent, (member, { id }) => showAdAgain(member, id), {
    form: { done: 'You may see this ad again.' },
    summary: 'Undo that an ad is hidden',
  }),
  handlePublic(
    calls.listLibrary,
    shapes.libraryInput,
    shapes.libraryAnswer,
    async (viewer, { page, limit }, request) => {
      const { total, ads } = await listLibrary(viewer, { page, limit });
      const origin = originFor(request);
      return {
        response: ads.map((ad) => views.libraryAdView(ad, origin)),
        totalItemCount: total,
        page,
      };
    },
    { summary: 'Every ad that was shown in the last year' },
  ),
];

/** Not found while ads are off. */
const whileOn = (handler: Handler): Handler => ({
  ...handler,
  async run(...input) {
    await checkAdsOn();
    return handler.run(...input);
  },
});

const forAdvertisers: Handler[] = [
  handle(
    calls.listPackages,
    noInput,
    shapes.packagesAnswer,
    async () => {
      const packages = await listAdPackages();
      return { response: packages.map(views.packageView), totalItemCount: packages.length };
    },
    { summary: 'Packages for ads' },
  ),
  handle(
    calls.listCampaigns,
    shapes.campaignsInput,
    shapes.campaignsAnswer,
    async (member, { page, limit, details }, request) => {
      const withAds = details === 1;
      const { total, campaigns } = await listCampaigns(member, { page, limit, withAds });
      const origin = originFor(request);
      return {
        response: campaigns.map((one) => views.campaignView(one, origin, withAds)),
        totalItemCount: total,
        page,
      };
    },
    { summary: 'Own campaigns, with `details` their ads' },
  ),
  handleUpload(calls.createAd, adImage, shapes.createInput, shapes.createAnswer, create, {
    limit: 'newAd',
    form: { done: 'Your ad was saved.', next: () => '/advertise' },
    summary: 'Create an ad, in your own campaign or a new one',
  }),
  handleUpload(calls.editAd, adImage, shapes.editInput, shapes.adAnswer, edit, {
    limit: 'newAd',
    form: { done: 'Your changes were saved.', next: () => '/advertise' },
    summary: 'Change your own ad; text, picture and audience wait for approval',
  }),
  handle(
    calls.setStatus,
    shapes.statusInput,
    noContent,
    (member, { id, status }) => setAdState(member, id, status),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Pause, resume, end or delete your own ad',
    },
  ),
  handle(
    calls.editCampaign,
    shapes.editCampaignInput,
    noContentWith(shapes.editCampaignAnswer),
    async (member, { id, name }) => {
      await renameCampaign(member, id, name);
      return { id, name };
    },
    { form: { done: 'Your changes were saved.' }, summary: 'Rename your own campaign' },
  ),
  handle(
    calls.deleteCampaign,
    shapes.deleteCampaignInput,
    noContent,
    (member, { id }) => deleteCampaigns(member, id),
    {
      form: { done: 'The campaign has ended.', next: () => '/advertise' },
      summary: 'End and delete your own campaigns with their ads',
    },
  ),
  handle(
    calls.readStatistics,
    shapes.statisticsInput,
    shapes.statisticsAnswer,
    async (member, { type, ad_id: ads, adcampaign_id: campaigns, ...span }) => {
      const ids = ads ?? campaigns;
      if (!ids || (ads && campaigns))
        throw httpError('parameter_missing', 'Please send ad_id or adcampaign_id.');
      const kind = ads ? 'ad' : 'campaign';
      return views.statisticsView(
        await readAdStatistics(member, { kind, ids, ...span }),
        kind,
        type,
      );
    },
    { summary: 'Views and clicks of your own ads or campaigns by day, week or month' },
  ),
];

const readOwnReceipt = handle(
  calls.readReceipt,
  shapes.receiptInput,
  shapes.receiptAnswer,
  async (member, { id }) => views.receiptView(await readReceipt(member, id)),
  { summary: 'The receipt of your own ad' },
);

export const adsHandlers = [...forViewers, ...forAdvertisers.map(whileOn), readOwnReceipt];
