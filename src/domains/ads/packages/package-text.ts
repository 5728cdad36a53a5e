import { priceText } from '#lib/money.ts';
import { counted } from '#lib/text.ts';
import type { AdPackage } from './ad-packages.server.ts';

const units = { views: 'view', clicks: 'click', days: 'day' } as const;

/** A package in one line. */
export const packageText = ({
  title,
  price,
  currency,
  model,
  amount,
  isApproved,
}: Pick<AdPackage, 'title' | 'price' | 'currency' | 'model' | 'amount' | 'isApproved'>): string =>
  [
    title,
    counted(amount, units[model]),
    price === 0 ? 'free' : priceText(price, currency),
    ...(isApproved ? [] : ['the moderators approve the ad first']),
  ].join(' · ');
