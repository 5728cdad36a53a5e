import { toFieldValues, toWireValues } from '#lib/field-list.ts';
import { privacyFields } from './privacy.fields.ts';
import type { Privacy } from './privacy.schema.ts';
import type { PrivacyChanges, StoredPrivacy } from './privacy.server.ts';

/** Values of the form's fields. */
export const privacyView = ({ sharedTypes, ...settings }: StoredPrivacy) => ({
  ...toWireValues(privacyFields, settings),
  publishTypes: sharedTypes,
});

/** The settings that were sent, by our words. */
export const toPrivacyChanges = (sent: Privacy): PrivacyChanges => ({
  ...toFieldValues(privacyFields, sent),
  sharedTypes: sent.publishTypes,
});
