/**
 * Key in `site_state` with the SHA-256 (hex) of the one-time link. Only the newest link is valid.
 */
export const firstAdminKey = 'first_admin_link';

export const firstAdminPath = (code: string) => `/first-administrator/${code}`;
