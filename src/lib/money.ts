import { z } from 'zod';

/** In the smallest unit of the currency; 0 for an empty one. */
export const amountField = z
  .string()
  .trim()
  .regex(/^(\d{1,6}([.,]\d{1,2})?)?$/, 'Must be an amount such as 12.50.')
  .transform((text) => Math.round(Number(text.replace(',', '.')) * 100));
export const currencyField = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/, 'Must be three letters such as EUR.')
  .transform((text) => text.toUpperCase());

/** Such as `12.50 EUR`. @param amount in the smallest unit of the currency */
export const priceText = (amount: number, currency: string): string =>
  `${(amount / 100).toFixed(2)} ${currency}`;
