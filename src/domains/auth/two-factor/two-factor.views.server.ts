import { encode } from 'uqr';
import { toWire } from '#lib/dates.ts';
import type { TwoFactorState } from './two-factor.schema.ts';
import type { TwoFactor } from './two-factor.server.ts';

export const twoFactorView = ({ isOn, since, codesLeft }: TwoFactor): TwoFactorState => ({
  is_on: isOn ? 1 : 0,
  since: since && toWire(since),
  recovery_codes_left: codesLeft,
});

/** A QR code as one SVG path of unit squares, with its quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return { size, path };
}
