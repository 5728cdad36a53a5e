import { containerTypes } from '#lib/container-types.ts';

export const adModels = ['views', 'clicks', 'days'] as const;
export type AdModel = (typeof adModels)[number];

export const adStates = ['pending', 'active', 'paused', 'finished', 'rejected'] as const;
export type AdState = (typeof adStates)[number];

export const versionStates = ['pending', 'approved', 'rejected'] as const;

/** Why a click is not billed. */
export const ignoredReasons = [
  'not_delivered',
  'repeated',
  'token',
  'own',
  'staff',
  'not_running',
  'over_budget',
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** Types of what members may promote. */
export const promotableTypes = [...containerTypes, 'video' as const];
export type PromotableType = (typeof promotableTypes)[number];

/** An audience that is narrowed needs so many members who fit. */
export const leastAudience = 500;
/** Younger members are never chosen by their age. */
export const adultAge = 18;
/** One ad is shown to a member at most so often a day. */
export const maxViewsADay = 4;
/** A delivery counts once an hour for each member and ad. */
export const countedEachHours = 1;
/** A click counts if the ad was delivered within so many hours before. */
export const clickableHours = 2;
/** And once in so many hours. */
export const clickedEachHours = 24;
