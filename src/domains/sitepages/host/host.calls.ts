import { get, post } from '#lib/rest.ts';
import type * as shapes from './host.schema.ts';

// For those who run the site: moderators decide about pages, administrators about packages.

export const listSubmitted = get<shapes.SubmittedInput, shapes.SubmittedAnswer>('/admin/pages');
export const approvePage = post<shapes.ApproveInput, void>('/admin/pages/approve');
export const declinePage = post<shapes.DeclineInput, void>('/admin/pages/decline');
export const promotePage = post<shapes.PromoteInput, void>('/admin/pages/promote');
export const createPackage = post<shapes.CreatePackageInput, void>('/admin/packages/create');
export const chooseDefaultPackage = post<shapes.DefaultPackageInput, void>(
  '/admin/packages/default',
);
export const givePackage = post<shapes.GivePackageInput, void>('/admin/packages/give');
export const editPackage = post<shapes.EditPackageInput, void>('/admin/packages/edit');
