// Numbers in canonical form, for URLs and forms: one URL per thing.

/** Digits without leading zeros, within the safe integer range. */
export const idPattern = /^[1-9]\d{0,15}$/;

export const isId = (text: string): boolean => idPattern.test(text);

export const parseId = (text: string | null | undefined): number | null =>
  text && isId(text) ? Number(text) : null;

/** The `?page=` of a screen: 1 unless it is a valid whole number. */
export const pageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
