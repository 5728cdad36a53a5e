import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './categories.calls.ts';
import * as shapes from './categories.schema.ts';
import { changeCategory, createCategory, deleteCategory } from './categories.server.ts';

const screen = '/admin/categories';

export const categoryHandlers: Handler[] = [
  handle(
    calls.createCategory,
    shapes.createCategoryInput,
    noContent,
    (member, { type, parent_id: parentId, ...fields }) =>
      createCategory(member, type, { ...fields, parentId }),
    {
      form: { done: 'Category created.', next: () => screen },
      summary: 'For administrators: create a category of pages or groups',
    },
  ),
  handle(
    calls.editCategory,
    shapes.editCategoryInput,
    noContent,
    (member, { type, category_id: id, parent_id: parentId, ...fields }) =>
      changeCategory(member, type, id, { ...fields, parentId }),
    {
      form: { done: 'Your changes were saved.', next: () => screen },
      summary: 'For administrators: rename or move a category; search finds its content by it',
    },
  ),
  handle(
    calls.deleteCategory,
    shapes.deleteCategoryInput,
    noContent,
    (member, { type, category_id: id, target_id: targetId }) =>
      deleteCategory(member, type, id, targetId),
    {
      form: { done: 'The category is deleted once its content has moved.', next: () => screen },
      summary: 'For administrators: delete a category; its content moves to another one',
    },
  ),
];
