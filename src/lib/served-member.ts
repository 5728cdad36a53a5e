// Pages carry the id of the member for whom they were served (layouts/Base.astro). Their requests name
// it, and the server refuses those meant for somebody else; names of what they store in the browser
// begin with it (docs/decisions/054-one-member-per-browser.md).

/** The id of that member; '' on a page for visitors. */
export const servedMember = (): string =>
  globalThis.document?.documentElement?.dataset.member ?? '';

/**
 * The cookie with the id of whoever is signed in by now. Browsers accept the prefix only from the
 * host itself, by https. Spelled again in layouts/other-member.js.
 */
export const memberCookie = (isHttps: boolean): string =>
  `${isHttps ? '__Host-' : ''}hearth_member`;

/** The header of calls, and of screens for the service worker, with that id. */
export const memberHeader = 'hearth-member';

/** The same in a form. In its name, since browsers fill in what was typed into a form of the same names. */
export const memberField = (id: number): string => `served_to_${id}`;

/** The id in the name of such a field. */
export const fieldMember = (names: string[]): string | undefined =>
  names.map((name) => /^served_to_(\d+)$/.exec(name)?.[1]).find(Boolean);

const prefix = (): string => (servedMember() ? `${servedMember()}:` : '');

/** The name under which this member's text or file is stored. */
export const toOwnName = (name: string): string => prefix() + name;

/** The name without the member; undefined if it is another member's, or of no member. */
export const fromOwnName = (stored: string): string | undefined =>
  stored.startsWith(prefix()) ? stored.slice(prefix().length) : undefined;

/** Gives this page up, as when the server says that somebody else is signed in (layouts/other-member.js). */
export const leavePage = (): void => void globalThis.dispatchEvent?.(new Event('othermember'));
