/**
 * The row of `site_state` that holds the SHA-256 (hex) of the one-time link. Only the newest link
 * counts.
 */
export const firstAdminKey = 'first_admin_link';

export const firstAdminPath = (code: string) => `/first-administrator/${code}`;
