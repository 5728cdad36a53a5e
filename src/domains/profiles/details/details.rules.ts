import { isCalendarDay } from '#lib/dates.ts';

const youngest = 13;

/** @param today both as YYYY-MM-DD */
export function birthdateProblem(date: string, today: string): string | null {
  if (!isCalendarDay(date) || date < '1900') return 'Please enter a date such as 1990-05-21.';
  if (date > today) return 'This date is in the future.';
  return `${Number(date.slice(0, 4)) + youngest}${date.slice(4)}` > today
    ? `You must be at least ${youngest} years old.`
    : null;
}

/** Adds the protocol: people write `example.org` for their website. */
export const wholeAddress = (website: string): string =>
  /^[^\s/:@]+\.[^\s/:@]{2,}([/?#].*)?$/.test(website) ? `https://${website}` : website;

export function websiteProblem(address: string): string | null {
  const url = URL.canParse(address) && !/\s/.test(address) ? new URL(address) : null;
  const isFine =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password;
  return isFine ? null : 'Please enter an address such as https://example.org.';
}
