import { post } from '#lib/rest.ts';
import type {
  CreateCategoryInput,
  DeleteCategoryInput,
  EditCategoryInput,
} from './categories.schema.ts';

// For administrators: the categories of pages and groups.

export const createCategory = post<CreateCategoryInput, void>('/admin/categories/create');
export const editCategory = post<EditCategoryInput, void>('/admin/categories/edit');
export const deleteCategory = post<DeleteCategoryInput, void>('/admin/categories/delete');
