import { maxNewcomerPosts } from '#domains/containers/container-access.rules.ts';
import type { GroupCategory } from '#domains/groups/browse/group-list.server.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import {
  descriptionLength,
  groupOrderLabels,
  groupTitleLength,
  maxSlowMode,
  rulesLength,
} from '#domains/groups/groups.rules.ts';
import { groupView } from '#domains/groups/groups.views.server.ts';
import type { FormField } from '#lib/shapes.ts';

const options = (categories: GroupCategory[]) =>
  Object.fromEntries(categories.map(({ id, title }) => [String(id), title]));

const audienceLabels = {
  everyone: 'Everybody',
  registered: 'All members of this site',
  member: 'Members of the group',
};
const memberLabels = { member: 'Members of the group', officer: 'Officers' };
const commenterLabels = { registered: 'Everybody who reads it', ...memberLabels };
export const listReaderLabels = {
  registered: 'Everybody who reads it',
  member: 'Members of the group',
};
const policyLabels = {
  members: 'Members',
  approval: 'Members, after approval',
  staff: 'Officers only',
};

const select = (name: string, label: string, multiOptions: Record<string, string>): FormField => ({
  type: 'Select',
  name,
  label,
  multiOptions,
});

/** A select with the value of a new group. */
const chosen = (
  name: string,
  label: string,
  multiOptions: Record<string, string>,
  value: string,
): FormField => ({ ...select(name, label, multiOptions), value });

/**
 * Fields that native clients draw for a new or existing group, with the values of a new one. Not
 * `privacy`: a client sends all fields, and those that it stands for would contradict it.
 */
export const groupForm = (categories: GroupCategory[], isNew: boolean): FormField[] => [
  {
    type: 'Text',
    name: 'title',
    label: 'Group name',
    hasValidator: true,
    maxlength: groupTitleLength,
  },
  {
    type: 'Textarea',
    name: 'description',
    label: 'Description',
    hasValidator: true,
    maxlength: descriptionLength,
  },
  { ...select('category_id', 'Category', options(categories)), hasValidator: true },
  { type: 'Text', name: 'location', label: 'Location', maxlength: 200 },
  { type: 'Textarea', name: 'rules', label: 'Rules', maxlength: rulesLength },
  { type: 'File', name: 'photo', label: 'Photo' },
  chosen('auth_view', 'Who reads it', audienceLabels, 'everyone'),
  { type: 'Checkbox', name: 'search', label: 'Show it in lists and searches', value: 1 },
  { type: 'Checkbox', name: 'approval', label: 'Joining needs approval', value: 0 },
  chosen('auth_comment', 'Who may comment', commenterLabels, 'registered'),
  chosen('auth_photo', 'Who may add photos', memberLabels, 'member'),
  chosen('auth_event', 'Who may create events', memberLabels, 'member'),
  chosen('auth_invite', 'Who may invite', memberLabels, 'member'),
  chosen('auth_members', 'Who sees the list of members', listReaderLabels, 'registered'),
  chosen('post_policy', 'Who may post', policyLabels, 'members'),
  {
    type: 'Text',
    name: 'newcomer_posts',
    label: `First posts of a new member that wait for approval (0 to ${maxNewcomerPosts})`,
    value: 0,
  },
  {
    type: 'Text',
    name: 'slow_mode',
    label: `Seconds between two posts of a member (0 to ${maxSlowMode})`,
    value: 0,
  },
  ...['First', 'Second', 'Third'].map((which, index) => ({
    type: 'Text' as const,
    name: `question${index + 1}`,
    label: `${which} question to whoever asks to join`,
    maxlength: 200,
  })),
  { type: 'Submit', name: 'submit', label: isNew ? 'Create group' : 'Save' },
];

/** Values of the form for an existing group. */
export function groupFormValues(row: GroupRow): Record<string, string | number> {
  const { title, description, category_id, location, rules, search, approval, ...auth } = groupView(
    row,
    '',
  );
  const { auth_view, auth_comment, auth_photo, auth_event, auth_invite, auth_members } = auth;
  return {
    title,
    description,
    category_id,
    location: row.location || location,
    rules,
    search,
    approval,
    auth_view,
    auth_comment,
    auth_photo,
    auth_event,
    auth_invite,
    auth_members,
    post_policy: row.postPolicy,
    newcomer_posts: row.newcomerPosts,
    slow_mode: row.slowModeSeconds,
    question1: row.joinQuestions[0] ?? '',
    question2: row.joinQuestions[1] ?? '',
    question3: row.joinQuestions[2] ?? '',
  };
}

export const searchForm = (categories: GroupCategory[]): FormField[] => [
  { type: 'Text', name: 'search_text', label: 'Search groups', maxlength: 100 },
  select('category_id', 'Category', { '': 'All', ...options(categories) }),
  select('order', 'Order', {
    creation_date: groupOrderLabels.newest,
    member_count: groupOrderLabels.members,
  }),
];
