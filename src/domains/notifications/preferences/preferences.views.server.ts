import { categoriesFor, noticeOf } from '#domains/notifications/notices.server.ts';
import { frequencyLabels, type ChosenType } from '#domains/notifications/notification-kinds.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFormFields, toWireValues } from '#lib/field-list.ts';
import type { FormField } from '#lib/shapes.ts';
import { digestFields, quietFields } from './preferences.fields.ts';
import {
  getDigest,
  type DeliveryForm,
  type InAppForm,
  type Preferences,
} from './preferences.schema.ts';
import type { Quiet } from './preferences.server.ts';

const { isPushOn, ...quietTimes } = quietFields;

const offeredTo = (member: Member): ChosenType[] =>
  categoriesFor(isModerator(member)).flatMap(({ types }) => types);

export const inAppView = (member: Member, preferences: Preferences): InAppForm => ({
  form: categoriesFor(isModerator(member)).map(({ category, types }) => ({
    category,
    types: types.map((type) => ({ type: 'Checkbox', name: type, label: noticeOf(type).label })),
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
    ...toFormFields({ ...digestFields, isPushOn }),
    {
      type: 'MultiCheckbox',
      name: 'push_types',
      label: 'What is pushed to my devices',
      multiOptions: named,
    },
    ...toFormFields(quietTimes),
    ...types.map((type) => ({
      type: 'Select',
      name: `email_${type}`,
      label: noticeOf(type).label,
      multiOptions: frequencyLabels,
    })),
  ];
}

export function deliveryView(member: Member, preferences: Preferences, quiet: Quiet): DeliveryForm {
  const types = offeredTo(member);
  const { pausedUntil } = quiet;
  const where = (isIncluded: (type: ChosenType) => boolean) => types.filter(isIncluded);
  return {
    form: deliveryFields(types),
    formValues: {
      email_types: where((type) => preferences[type].email !== 'off'),
      ...toWireValues(digestFields, { digest: getDigest(Object.values(preferences)) }),
      push_types: where((type) => preferences[type].push),
      ...toWireValues(quietFields, {
        ...quiet,
        pausedUntil: pausedUntil && toWireTime(pausedUntil),
      }),
      ...Object.fromEntries(types.map((type) => [`email_${type}`, preferences[type].email])),
    },
  };
}
