import { post } from '#lib/rest.ts';
import type * as shapes from './portals.schema.ts';

type Nothing = Record<never, never>;

// For administrators: the links of the screen /portals.

/** Copies the links that the screen has of its own, to be changed. */
export const copyDefaults = post<Nothing, void>('/admin/portals/copy-defaults');
/** Deletes all sections, so that the screen has its own links again. */
export const restoreDefaults = post<Nothing, void>('/admin/portals/restore-defaults');
export const addSection = post<shapes.SectionInput, void>('/admin/portals/sections/add');
export const editSection = post<shapes.EditSectionInput, void>('/admin/portals/sections/edit');
export const deleteSection = post<shapes.SectionIdInput, void>('/admin/portals/sections/delete');
export const addLink = post<shapes.LinkInput, void>('/admin/portals/links/add');
export const editLink = post<shapes.EditLinkInput, void>('/admin/portals/links/edit');
export const deleteLink = post<shapes.LinkIdInput, void>('/admin/portals/links/delete');
