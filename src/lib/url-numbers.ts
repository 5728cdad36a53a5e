// Numbers as we write them in addresses and forms: one address for one thing.

/** Digits without zeros before them, in reach of a number. */
export const idPattern = /^[1-9]\d{0,15}$/;

export const isId = (text: string): boolean => idPattern.test(text);

export const parseId = (text: string | null | undefined): number | null =>
  text && isId(text) ? Number(text) : null;

/** `?page=` of a screen: 1 unless it is a whole number in reach. */
export const pageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
