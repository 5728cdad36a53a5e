import type { KindCategory } from '#domains/containers/kit/container-list.server.ts';
import { categoryOptions } from '#domains/containers/kit/plain.views.server.ts';
import {
  joinQuestionFields,
  questionValues,
} from '#domains/containers/membership/join-questions.rules.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import { groupFields } from '#domains/groups/groups.fields.ts';
import { groupOrderLabels } from '#domains/groups/groups.rules.ts';
import { toWireAudience } from '#domains/groups/groups.views.server.ts';
import { toFormFields, toWireValues } from '#lib/field-list.ts';
import { selectField, type FormField } from '#lib/shapes.ts';

/**
 * Fields that native clients draw for a new or existing group, with the values of a new one. Not
 * `privacy`: a client sends all fields, and those that it stands for would contradict it.
 */
export function groupForm(categories: KindCategory[], isNew: boolean): FormField[] {
  const { title, description, ...others } = groupFields;
  return [
    ...toFormFields({ title, description }, isNew),
    { ...selectField('category_id', 'Category', categoryOptions(categories)), hasValidator: true },
    { type: 'File', name: 'photo', label: 'Photo' },
    ...toFormFields(others, isNew),
    ...toFormFields(joinQuestionFields),
    { type: 'Submit', name: 'submit', label: isNew ? 'Create group' : 'Save' },
  ];
}

/** Values of the form for an existing group. */
export const groupFormValues = (row: GroupRow): Record<string, string | number> => ({
  ...toWireValues(groupFields, row),
  auth_view: toWireAudience(row.visibility),
  category_id: row.categoryId,
  ...questionValues(row.joinQuestions),
});

export const searchForm = (categories: KindCategory[]): FormField[] => [
  { type: 'Text', name: 'search_text', label: 'Search groups', maxlength: 100 },
  selectField('category_id', 'Category', { '': 'All', ...categoryOptions(categories) }),
  selectField('order', 'Sort by', {
    creation_date: groupOrderLabels.newest,
    member_count: groupOrderLabels.members,
  }),
];
