import { z } from 'zod';
import { hideReasons, type HideReason } from '#domains/ads/hiding/hide-ad.rules.ts';
import { adPackageFields } from '#domains/ads/packages/packages.fields.ts';
import { isCalendarDay, parseWire } from '#lib/dates.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import {
  flagField,
  idField,
  isVisible,
  limitField,
  lineField,
  numberField,
  pageField,
  textField,
  wireTypeEnum,
} from '#lib/fields.ts';
import { flag, formField, wireTime } from '#lib/shapes.ts';
import { isStatisticsDay, statisticsChunks } from '#lib/statistics.ts';
import { fromWireType, toWireType } from '#lib/wire-names.ts';
import { adFields } from './ads.fields.ts';
import { adModels, adStates, promotableTypes, type PromotableType } from './ads.rules.ts';

const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** A time, or a day: as a start its beginning, as an end its end, UTC. Empty: none. */
const timeField = (isEnd: boolean) =>
  z
    .string()
    .trim()
    .transform((text) => {
      if (text === '') return undefined;
      const day = isCalendarDay(text);
      const time = day ? new Date(text) : parseWire(text);
      return time && new Date(time.getTime() + (day && isEnd ? dayMilliseconds : 0)).toISOString();
    })
    .refine((time) => time !== null, 'Must be a day such as 2026-11-27.')
    .optional();

/** Ids joined by an underscore, or a comma. */
const joinedIds = z
  .union([z.string(), z.int()])
  .transform((text) => [...new Set(String(text).split(/[_,]/).map(Number))])
  .refine(
    (ids) => ids.length <= 100 && ids.every((id) => Number.isSafeInteger(id) && id > 0),
    'Must be ids, joined by an underscore, at most 100.',
  );

const nameField = lineField(100);
/** The file; on the server it is among the files. */
const image = z.unknown().optional();
const text = fieldInputs(adFields, false);

export const ad = z.object({
  userad_id: z.int(),
  ad_id: z.int(),
  cads_title: z.string(),
  cads_body: z.string(),
  cads_url: z.string(),
  image: z.string(),
  image_icon: z.string(),
  resource_type: z.string(),
  resource_id: z.int(),
  ad_type: z.literal('default'),
  campaign_id: z.int(),
  sponsored_by: z.string(),
});
export const shownAd = ad.extend({
  /** Names this delivery in the calls that report it as seen or clicked. */
  token: z.string(),
  /** Why the caller sees it, in sentences. */
  reasons: z.array(z.string()),
});
export const adRow = ad.extend({
  status: z.enum(adStates),
  approved: flag,
  package_id: z.int(),
  adcampaign_id: z.int(),
  start: wireTime,
  end: z.union([wireTime, z.literal('')]),
  daily_limit: z.int(),
  count_served: z.int(),
  count_view: z.int(),
  count_click: z.int(),
  /** Clicks that were not counted, for whatever reason. */
  count_ignored: z.int(),
  ctr: z.number(),
  /** Views, clicks or days left. */
  remaining: z.int(),
  reject_reason: z.string(),
  content_url: z.string(),
  version: z.int(),
  /** A changed version waits, while the approved one runs. */
  is_waiting: flag,
  payment_required: flag,
  price: z.number(),
  currency: z.string(),
  model: z.enum(adModels),
  target_location: z.string(),
  target_category: z.int(),
  target_min_age: z.int(),
  target_max_age: z.int(),
});
export type AdView = z.output<typeof adRow>;

export const campaign = z.object({
  adcampaign_id: z.int(),
  id: z.int(),
  name: z.string(),
  owner_id: z.int(),
  creation_date: wireTime,
  status: z.enum(['active', 'idle']),
  ad_count: z.int(),
  count_view: z.int(),
  count_click: z.int(),
  ctr: z.number(),
  ads: z.array(adRow).optional(),
});

export const widgetInput = z.object({
  limit: limitField(2, 10),
  /** Kinds of native clients; all get the same ads. */
  type: z.unknown().optional(),
  placementCount: z.unknown().optional(),
});
export type WidgetInput = z.input<typeof widgetInput>;
export const widgetAnswer = z.object({
  advertisements: z.array(shownAd),
  /** As native clients spell it. */
  advertisments: z.array(shownAd),
  totalItemCount: z.int(),
});
export type WidgetAnswer = z.output<typeof widgetAnswer>;

const token = z.string().max(100).optional();
export const clickInput = z.object({ id: idField, token });
export type ClickInput = z.input<typeof clickInput>;
export const seenInput = z.object({ id: idField, token: z.string().max(100) });
export type SeenInput = z.input<typeof seenInput>;

const hideReason = z
  .string()
  .transform((text) => {
    const given = text.toLowerCase();
    return (Object.keys(hideReasons) as HideReason[]).find(
      (reason) => reason === given || hideReasons[reason].toLowerCase() === given,
    );
  })
  .refine((reason) => reason !== undefined, 'Please choose a reason.');
export const hideFormInput = z.object({
  adsId: idField,
  placementCount: z.unknown().optional(),
  type: z.unknown().optional(),
});
export type HideFormInput = z.input<typeof hideFormInput>;
export const hideInput = hideFormInput.extend({
  adCancelReason: hideReason,
  adDescription: textField(500).default(''),
});
export type HideInput = z.input<typeof hideInput>;
export const formAnswer = z.object({ form: z.array(formField) });
export type FormAnswer = z.output<typeof formAnswer>;
export const adIdInput = z.object({ id: idField });
export type AdIdInput = z.input<typeof adIdInput>;

export const adPackage = z.object({
  package_id: z.int(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  model: z.enum(adModels),
  limit: z.int(),
  types: z.array(z.string()),
  auto_approve: flag,
  is_free: flag,
});
export const packagesAnswer = z.object({
  response: z.array(adPackage),
  totalItemCount: z.int(),
});
export type PackagesAnswer = z.output<typeof packagesAnswer>;

export const campaignsInput = z.object({
  page: pageField(1),
  limit: limitField(20),
  details: flagField.default(0),
});
export type CampaignsInput = z.input<typeof campaignsInput>;
export const campaignsAnswer = z.object({
  response: z.array(campaign),
  totalItemCount: z.int(),
  page: z.int(),
});
export type CampaignsAnswer = z.output<typeof campaignsAnswer>;

const resourceTypes = wireTypeEnum(promotableTypes, 'Please choose one of these.').transform(
  (wire) => fromWireType(wire) as PromotableType,
);
/** Both in one, as forms without script send them: `group_12`; empty: an outside address. */
const resourceField = z
  .string()
  .transform((both) => {
    const [, type = '', id = ''] = /^(\w+)_(\d{1,15})$/.exec(both) ?? [];
    const known = promotableTypes.find((one) => toWireType(one) === type);
    if (both === '') return undefined;
    return known ? { type: known, id: Number(id) } : null;
  })
  .refine((resource) => resource !== null, 'Please choose what to promote.')
  .optional();

export const createInput = z.object({
  ...text,
  /** Empty for a new campaign, as forms send it. */
  adcampaign_id: z.union([idField, z.literal('').transform(() => undefined)]).optional(),
  campaign_name: nameField.default(''),
  package_id: idField,
  resource_type: z.union([z.literal('').transform(() => undefined), resourceTypes]).optional(),
  resource_id: z.union([z.literal('').transform(() => undefined), idField]).optional(),
  resource: resourceField,
  image,
  start: timeField(false),
  end: timeField(true),
  /** Views or clicks a day; 0: no limit. */
  daily_limit: numberField(1_000_000).default(0),
  /** An own ad whose text, picture and target are taken where nothing else is sent. */
  copy_of: z.union([z.literal('').transform(() => undefined), idField]).optional(),
});
export type CreateInput = z.input<typeof createInput>;
export type CreateFields = z.output<typeof createInput>;
export const createAnswer = z.object({
  response: adRow,
  campaign,
  payment_required: flag,
});
export type CreateAnswer = z.output<typeof createAnswer>;

export const editInput = z.object({ id: idField, ...text, image, end: timeField(true) });
export type EditInput = z.input<typeof editInput>;
export const adAnswer = z.object({ response: adRow });
export type AdAnswer = z.output<typeof adAnswer>;

export const editCampaignInput = z.object({
  id: idField,
  name: nameField.refine(isVisible, 'Please fill in this field.'),
});
export type EditCampaignInput = z.input<typeof editCampaignInput>;
export const editCampaignAnswer = z.object({ id: z.int(), name: z.string() });
export type EditCampaignAnswer = z.output<typeof editCampaignAnswer>;
export const deleteCampaignInput = z.object({ id: joinedIds });
export type DeleteCampaignInput = z.input<typeof deleteCampaignInput>;

export const statusInput = z.object({
  id: idField,
  status: z.enum(['active', 'paused', 'finished', 'deleted'], 'Please choose one of these.'),
});
export type StatusInput = z.input<typeof statusInput>;

const chunkNames = { dd: 'day', ww: 'week', MM: 'month' } as const;
const dayField = z
  .string()
  .refine(isStatisticsDay, 'Must be a day from 2018 on, such as 2026-11-23.')
  .optional();
export const statisticsInput = z.object({
  type: z.enum(['all', 'view', 'click'], 'Please choose one of these.').default('all'),
  start: dayField,
  end: dayField,
  chunk: z
    .enum([...statisticsChunks, 'dd', 'ww', 'MM'], 'Must be day, week or month.')
    .default('day')
    .transform((chunk) =>
      chunk in chunkNames ? chunkNames[chunk as keyof typeof chunkNames] : chunk,
    )
    .pipe(z.enum(statisticsChunks)),
  ad_id: joinedIds.optional(),
  adcampaign_id: joinedIds.optional(),
});
export type StatisticsInput = z.input<typeof statisticsInput>;
const numbers = { views: z.int(), clicks: z.int(), served: z.int(), ignored: z.int() };
const totals = z.object({ ...numbers, ctr: z.number() });
export const statisticsAnswer = z.object({
  type: z.enum(['all', 'view', 'click']),
  chunk: z.enum(statisticsChunks),
  start: z.string(),
  end: z.string(),
  totals,
  series: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      kind: z.enum(['ad', 'campaign']),
      totals,
      data: z.array(z.object({ date: z.string(), ...numbers })),
    }),
  ),
});
export type StatisticsAnswer = z.output<typeof statisticsAnswer>;

export const submittedInput = z.object({ page: pageField(1), limit: limitField(20) });
export type SubmittedInput = z.input<typeof submittedInput>;
export const submittedAnswer = z.object({ response: z.array(adRow), totalItemCount: z.int() });
export type SubmittedAnswer = z.output<typeof submittedAnswer>;
export const approveInput = z.object({ id: idField, version: idField });
export type ApproveInput = z.input<typeof approveInput>;
export const rejectInput = approveInput.extend({
  reason: textField(500).refine(isVisible, 'Please say why.'),
});
export type RejectInput = z.input<typeof rejectInput>;

export const paidAnswer = z.object({ receipt: z.int() });
export type PaidAnswer = z.output<typeof paidAnswer>;
export const receiptInput = z.object({ id: idField });
export type ReceiptInput = z.input<typeof receiptInput>;
export const receiptAnswer = z.object({
  number: z.int(),
  ad_id: z.int(),
  payer: z.string(),
  title: z.string(),
  amount: z.number(),
  currency: z.string(),
  start: wireTime,
  end: z.union([wireTime, z.literal('')]),
  host_lines: z.string(),
  cancels: z.int(),
  cancelled_by: z.int(),
  date: wireTime,
});
export type ReceiptAnswer = z.output<typeof receiptAnswer>;

export const newPackageInput = z.object(fieldInputs(adPackageFields, true));
export type NewPackageInput = z.input<typeof newPackageInput>;
export const changePackageInput = z.object({
  package_id: idField,
  ...fieldInputs(adPackageFields, false),
});
export type ChangePackageInput = z.input<typeof changePackageInput>;

export const settingsInput = z.object({ ads_on: flagField, receipt_lines: textField(1_000) });
export type SettingsInput = z.input<typeof settingsInput>;

export const libraryInput = z.object({ page: pageField(1), limit: limitField(50, 200) });
export type LibraryInput = z.input<typeof libraryInput>;
export const libraryAnswer = z.object({
  response: z.array(
    z.object({
      ad_id: z.int(),
      cads_title: z.string(),
      cads_body: z.string(),
      link: z.string(),
      image: z.string(),
      sponsored_by: z.string(),
      first_day: z.string(),
      last_day: z.string(),
      audience: z.string(),
      count_view: z.int(),
      count_click: z.int(),
    }),
  ),
  totalItemCount: z.int(),
  page: z.int(),
});
export type LibraryAnswer = z.output<typeof libraryAnswer>;
