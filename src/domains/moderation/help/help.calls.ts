import { get } from '#lib/rest.ts';
import type { HelpText } from './help.schema.ts';

export const readTerms = get<Record<never, never>, HelpText>('/help/terms');
export const readPrivacyText = get<Record<never, never>, HelpText>('/help/privacy');
