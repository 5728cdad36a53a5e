/** `?page=` of a screen: 1 unless it is a whole number in reach. */
export const pageNumber = (said: string | null): number =>
  said && /^[1-9]\d{0,4}$/.test(said) ? Number(said) : 1;
