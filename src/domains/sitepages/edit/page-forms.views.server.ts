import {
  joinQuestionFields,
  questionValues,
} from '#domains/containers/membership/join-questions.rules.ts';
import { orders, wireOrders } from '#domains/sitepages/browse/browse.schema.ts';
import type { CategoryNode } from '#domains/sitepages/browse/page-list.server.ts';
import { weekDays } from '#domains/sitepages/opening-hours.rules.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import { pageFields } from '#domains/sitepages/sitepages.fields.ts';
import { overviewLength, pageOrderLabels } from '#domains/sitepages/sitepages.rules.ts';
import { categoryIds } from '#domains/sitepages/sitepages.views.server.ts';
import { toFormFields, toWireValues } from '#lib/field-list.ts';
import { toPlainText } from '#lib/rich-text.ts';
import { selectField, type FormField } from '#lib/shapes.ts';
import { hoursFields } from './edit.schema.ts';

const choices = (nodes: CategoryNode[]) =>
  Object.fromEntries(nodes.map(({ id, title }) => [String(id), title]));

/** Categories below the first level, named with their parents. */
const below = (nodes: CategoryNode[]): Record<string, string> =>
  Object.fromEntries(
    nodes.flatMap((node) =>
      node.children.map(({ id, title }) => [String(id), `${node.title}: ${title}`]),
    ),
  );

/** All categories, those below the first level named with their parents. */
const allChoices = (nodes: CategoryNode[]): Record<string, string> => {
  const children = nodes.flatMap((node) => node.children);
  return { ...choices(nodes), ...below(nodes), ...below(children) };
};

const text = (name: string, label: string, maxlength: number): FormField => ({
  type: 'Text',
  name,
  label,
  maxlength,
});

const hoursFormFields = hoursFields.map((name, index) =>
  text(name, `Open on ${weekDays[index]!}`, 100),
);

/** Fields that native clients draw for a new or existing page. */
export function pageForm(categories: CategoryNode[], isNew: boolean): FormField[] {
  const { title, ...others } = pageFields;
  return [
    ...toFormFields({ title }, isNew),
    text('page_url', 'Address', 64),
    { ...selectField('category_id', 'Category', choices(categories)), hasValidator: true },
    selectField('subcategory_id', 'Subcategory', below(categories)),
    selectField(
      'subsubcategory_id',
      'Third level',
      below(categories.flatMap(({ children }) => children)),
    ),
    text('tags', 'Tags, separated by commas', 500),
    ...toFormFields(others, isNew),
    ...(isNew
      ? [{ type: 'Checkbox', name: 'draft', label: 'Publish it' }]
      : [
          { type: 'Textarea', name: 'overview', label: 'Overview', maxlength: overviewLength },
          ...hoursFormFields,
          ...toFormFields(joinQuestionFields),
        ]),
    { type: 'Submit', name: 'submit', label: isNew ? 'Create page' : 'Save' },
  ];
}

/** Values of the form for an existing page. */
export function pageFormValues(row: PageRow): Record<string, string | number> {
  const [category_id, subcategory_id, subsubcategory_id] = categoryIds(row.categoryPath);
  return {
    ...toWireValues(pageFields, row),
    page_url: row.slug ?? '',
    category_id,
    subcategory_id,
    subsubcategory_id,
    overview: row.overview ? toPlainText(row.overview) : '',
    tags: row.tags.join(', '),
    ...Object.fromEntries(hoursFields.map((name, index) => [name, row.openingHours[index] ?? ''])),
    ...questionValues(row.joinQuestions),
  };
}

export const newPageValues = { draft: 1, search: 1, auth_view: 'everyone', member_invite: 1 };

const orderOptions = Object.fromEntries(
  wireOrders.map((wire) => [wire, pageOrderLabels[orders[wire]]]),
);

export const searchForm = (categories: CategoryNode[]): FormField[] => [
  text('search', 'Search pages', 100),
  selectField('category_id', 'Category', { '': 'All', ...allChoices(categories) }),
  text('location', 'Location', 100),
  selectField('orderby', 'Sort by', orderOptions),
];
