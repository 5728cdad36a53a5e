/**
 * Policy of everything but pages, which have their own with the hashes of their scripts and styles.
 */
export const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** On every response, errors and files included. */
export function securityHeaders(isHttps: boolean): Array<[string, string]> {
  return [
    ['content-security-policy', closedPolicy],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    [
      'permissions-policy',
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ],
    ...(isHttps
      ? ([['strict-transport-security', 'max-age=31536000']] as Array<[string, string]>)
      : []),
  ];
}
