import { categoriesFor, noticeOf } from '#domains/notifications/notices.server.ts';
import { frequencyLabels, type ChosenType } from '#domains/notifications/notification-kinds.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import type { FormField } from '#lib/shapes.ts';
import {
  getDigest,
  type DeliveryForm,
  type InAppForm,
  type Preferences,
} from './preferences.schema.ts';
import type { Quiet } from './preferences.server.ts';

const box = (name: string, label: string): FormField => ({ type: 'Checkbox', name, label });
const select = (name: string, label: string, multiOptions: Record<string, string>): FormField => ({
  type: 'Select',
  name,
  label,
  multiOptions,
});

const offeredTo = (member: Member): ChosenType[] =>
  categoriesFor(isModerator(member)).flatMap(({ types }) => types);

export const inAppView = (member: Member, preferences: Preferences): InAppForm => ({
  form: categoriesFor(isModerator(member)).map(({ category, types }) => ({
    category,
    types: types.map((type) => box(type, noticeOf(type).label)),
  })),
  formValues: offeredTo(member).filter((type) => preferences[type].inApp),
});

function deliveryFields(types: ChosenType[]): FormField[] {
  const named = Object.fromEntries(types.map((type) => [type, noticeOf(type).label]));
  return [
    {
      type: 'MultiCheckbox',
      name: 'email_types',
      label: 'Notify me by e-mail',
      multiOptions: named,
    },
    select('digest', 'How often', {
      off: frequencyLabels.at_once,
      daily: frequencyLabels.daily,
      weekly: frequencyLabels.weekly,
    }),
    box('push', 'Notify me on my devices'),
    {
      type: 'MultiCheckbox',
      name: 'push_types',
      label: 'What is pushed to my devices',
      multiOptions: named,
    },
    { type: 'Date', name: 'mute_until', label: 'Nothing by e-mail or push until' },
    { type: 'Text', name: 'quiet_from', label: 'Quiet from', maxlength: 5 },
    { type: 'Text', name: 'quiet_to', label: 'Quiet until', maxlength: 5 },
    ...types.map((type) => select(`email_${type}`, noticeOf(type).label, frequencyLabels)),
  ];
}

export function deliveryView(
  member: Member,
  preferences: Preferences,
  { isPushOn, quietFrom, quietTo, pausedUntil }: Quiet,
): DeliveryForm {
  const types = offeredTo(member);
  const where = (isIncluded: (type: ChosenType) => boolean) => types.filter(isIncluded);
  return {
    form: deliveryFields(types),
    formValues: {
      email_types: where((type) => preferences[type].email !== 'off'),
      digest: getDigest(Object.values(preferences)),
      push: isPushOn ? 1 : 0,
      push_types: where((type) => preferences[type].push),
      mute_until: pausedUntil && toWireTime(pausedUntil),
      quiet_from: quietFrom,
      quiet_to: quietTo,
      ...Object.fromEntries(types.map((type) => [`email_${type}`, preferences[type].email])),
    },
  };
}
