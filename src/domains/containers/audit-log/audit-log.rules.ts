import { plainDate } from '#lib/dates.ts';
import { toValueLabel, type FieldList } from '#lib/field-list.ts';
import { isolate } from '#lib/names.ts';
import { capitalize } from '#lib/text.ts';

const labels: Record<string, string> = {
  accept_ownership: 'took over ownership from',
  answer_review: 'replied to the review by',
  announce_post: 'announced a post to all members',
  approve: 'approved the request from',
  approve_page: 'approved it',
  approve_post: 'approved a post by',
  archive: 'archived it',
  ban: 'banned',
  cancel: 'cancelled it',
  change_role: 'changed the role of',
  change_slug: 'changed the address',
  close_comments: 'closed the comments on a post by',
  create_invite_link: 'created an invite link',
  decline_page: 'rejected it',
  delete_album: 'deleted an album by',
  delete_comment: 'deleted a comment by',
  delete_photo: 'deleted a photo by',
  delete_post: 'deleted a post by',
  delete_video: 'deleted a video by',
  edit: 'changed the settings',
  end_custody: 'took it over, approved by the moderators',
  end_package: 'moved it back to the default package',
  export_members: 'downloaded the list of members',
  export_numbers: 'downloaded the statistics',
  feature_admins: 'chose its featured admins',
  give_package: 'changed its package',
  open_comments: 'opened the comments on a post by',
  offer_ownership: 'offered ownership to',
  pin_post: 'pinned a post',
  postpone: 'postponed it',
  publish: 'published it',
  refuse: 'rejected the request from',
  reject_post: 'rejected a post by',
  remove: 'removed',
  remove_picture: 'removed the picture or cover',
  reopen: 'reopened it',
  revoke_invitation: 'revoked the invitation of',
  revoke_invite_link: 'revoked an invite link',
  message_guests: 'wrote to the guests',
  seat: 'gave a place ahead of the waiting list to',
  set_parts: 'changed its tabs',
  set_picture: 'changed the picture or cover',
  set_title: 'changed the title of',
  succession: 'handed it over to',
  site_archive: '(site moderator) archived it',
  site_reopen: '(site moderator) reopened it',
  site_ban: '(site moderator) banned',
  site_delete_comment: '(site moderator) deleted a comment by',
  site_delete_post: '(site moderator) deleted a post by',
  site_delete_video: '(site moderator) deleted a video by',
  site_remove: '(site moderator) removed',
  site_unban: '(site moderator) ended the ban of',
  submit: 'submitted it to the site',
  unban: 'ended the ban of',
  unpin_post: 'unpinned a post',
  verify_website: 'verified the website',
};

/** Done by the site itself, without a member. */
export const isBySite = (action: string): boolean =>
  ['approve_page', 'decline_page', 'end_package', 'give_package', 'succession'].includes(action);

/** A sentence between the member who did it and the one it concerns. */
export const auditLabel = (action: string): string => labels[action] ?? action.replaceAll('_', ' ');

interface Values {
  from: Record<string, unknown>;
  to: Record<string, unknown>;
}

const longestValue = 200;
const isShort = (value: unknown) =>
  typeof value === 'string' ? value.length <= longestValue : typeof value !== 'object';
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) ||
  (isShort(one) && isShort(other) && String(one) === String(other));

/**
 * The fields that differ, with both values, for the details of an entry; undefined without any. Long
 * texts and lists are named alone, by null.
 */
export function changedValues(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Values | undefined {
  const changed = Object.keys(after).filter(
    (name) => after[name] !== undefined && !isSame(before[name], after[name]),
  );
  if (!changed.length) return undefined;
  const isShown = (name: string) => isShort(before[name]) && isShort(after[name]);
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, isShown(name) ? values[name] : null]));
  return { from: pick(before), to: pick(after) };
}

/** A change in words; both values, or a label that says all. */
export interface LogChange {
  label: string;
  from?: string;
  to?: string;
}

/** Labels of fields that are in no list. */
const otherLabels: Record<string, string> = {
  categoryId: 'Category',
  joinQuestions: 'Questions for people who ask to join',
  openingHours: 'Opening hours',
  overview: 'Overview',
  tags: 'Tags',
};

const toChange = (label: string, from: unknown, to: unknown): LogChange =>
  typeof from === 'string'
    ? { label, from, to: String(to) }
    : { label: `${label}: ${isolate(String(to))}` };

function settingChanges({ from, to }: Values, fields: FieldList): LogChange[] {
  return Object.keys(to).map((name) => {
    const entry = fields[name];
    const label = entry?.label ?? otherLabels[name] ?? name;
    const words = (value: unknown) => (entry ? toValueLabel(entry, value) : String(value));
    // Texts of several lines are named alone.
    if (to[name] === null || entry?.type === 'text' || name === 'categoryId') return { label };
    return { label, from: words(from[name]), to: words(to[name]) };
  });
}

/** Says details of other actions; entries from before they had values have fewer. */
const described: Record<
  string,
  (details: Record<string, unknown>, roleLabels: Record<number, string>) => LogChange
> = {
  change_role: ({ from, to }, labels) => ({
    label: 'Role',
    from: labels[Number(from)] ?? '',
    to: labels[Number(to)] ?? '',
  }),
  set_title: ({ from, to, title }) => toChange('Title', from, to ?? title),
  change_slug: ({ from, to, slug }) => toChange('Address', from, to ?? slug),
  set_parts: ({ app, from, to }) =>
    to === undefined
      ? { label: capitalize(String(app)) }
      : toChange(capitalize(String(app)), from, to),
  set_picture: ({ kind }) => ({ label: kind === 'cover' ? 'Cover' : 'Picture' }),
  remove_picture: ({ kind }) => ({ label: kind === 'cover' ? 'Cover' : 'Picture' }),
  ban: ({ until }) => ({
    label: until ? `Until ${plainDate(new Date(String(until)))}` : 'Permanent',
  }),
};

interface Words {
  fields: FieldList;
  roleLabels: Record<number, string>;
}

/** From what to what an entry changed something. */
export function logChanges(
  { action, details }: { action: string; details: Record<string, unknown> | null },
  { fields, roleLabels }: Words,
): LogChange[] {
  if (!details) return [];
  if (action === 'edit')
    return details.from && details.to ? settingChanges(details as never, fields) : [];
  const describe = described[action.replace(/^site_/, '')];
  return describe ? [describe(details, roleLabels)] : [];
}
