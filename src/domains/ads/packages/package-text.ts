import { priceText } from '#lib/money.ts';
import { counted } from '#lib/text.ts';
import type { AdPackage } from './ad-packages.server.ts';

const units = { views: 'view', clicks: 'click', days: 'day' } as const;

export const packageFacts = ({
  price,
  currency,
  model,
  amount,
  isApproved,
}: AdPackage): string[] => [
  counted(amount, units[model]),
  price === 0 ? 'free' : priceText(price, currency),
  ...(isApproved ? [] : ['the moderators approve the ad first']),
];
