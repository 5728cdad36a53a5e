import { get, post } from '#lib/rest.ts';
import type * as shapes from './ads.schema.ts';

type Nothing = Record<never, never>;

export const listAds = get<shapes.WidgetInput, shapes.WidgetAnswer>('/communityads/index/index');
export const countClick = post<shapes.ClickInput, void>('/communityads/update-click-count/:id');
export const countSeen = post<shapes.SeenInput, void>('/communityads/seen/:id');
export const readHideForm = get<shapes.HideFormInput, shapes.FormAnswer>(
  '/communityads/index/remove-ad',
);
export const hideAd = post<shapes.HideInput, void>('/communityads/index/remove-ad');
export const showAd = post<shapes.AdIdInput, void>('/communityads/show-again/:id');

export const listPackages = get<Nothing, shapes.PackagesAnswer>('/communityads/index/getpackages');
export const listCampaigns = get<shapes.CampaignsInput, shapes.CampaignsAnswer>(
  '/communityads/index/getcampaigns',
);
export const createAd = post<shapes.CreateInput, shapes.CreateAnswer>('/communityads/index/create');
export const editAd = post<shapes.EditInput, shapes.AdAnswer>('/communityads/index/editad');
export const setStatus = post<shapes.StatusInput, void>('/communityads/index/adstatus');
export const editCampaign = post<shapes.EditCampaignInput, shapes.EditCampaignAnswer>(
  '/communityads/index/editcampaign',
);
export const deleteCampaign = post<shapes.DeleteCampaignInput, void>(
  '/communityads/index/deletecampaign',
);
export const readStatistics = get<shapes.StatisticsInput, shapes.StatisticsAnswer>(
  '/communityads/index/statistics',
);
export const readReceipt = get<shapes.ReceiptInput, shapes.ReceiptAnswer>(
  '/communityads/receipt/:id',
);
export const listLibrary = get<shapes.LibraryInput, shapes.LibraryAnswer>('/communityads/library');

// For moderators.

export const listSubmitted = get<shapes.SubmittedInput, shapes.SubmittedAnswer>('/admin/ads');
export const approveAd = post<shapes.ApproveInput, void>('/admin/ads/approve');
export const rejectAd = post<shapes.RejectInput, void>('/admin/ads/reject');
export const removeAd = post<shapes.AdIdInput, void>('/admin/ads/remove');

// For administrators.

export const markPaid = post<shapes.AdIdInput, shapes.PaidAnswer>('/admin/ads/paid');
export const cancelReceipt = post<shapes.ReceiptInput, shapes.PaidAnswer>(
  '/admin/ads/cancel-receipt',
);
export const createPackage = post<shapes.NewPackageInput, void>('/admin/ad-packages/create');
export const editPackage = post<shapes.ChangePackageInput, void>('/admin/ad-packages/edit');
export const writeSettings = post<shapes.SettingsInput, void>('/admin/ads/settings');
