import type { FormField } from '#lib/shapes.ts';
import {
  audienceLabels,
  detailNames,
  details,
  genders,
  toWireAudience,
  type DetailName,
  type DetailValues,
} from './details.rules.ts';
import type { MemberInfo, ProfileForm } from './details.schema.ts';
import type { OwnProfile } from './details.server.ts';

const types: Partial<Record<DetailName, string>> = {
  about_me: 'Textarea',
  gender: 'Select',
  birthdate: 'Date',
};
const names = 'Personal Information';

function toFormFields(name: DetailName): FormField[] {
  const { label, maxLength } = details[name];
  return [
    {
      type: types[name] ?? 'Text',
      name,
      label,
      maxlength: maxLength,
      ...(name === 'gender' ? { multiOptions: { ...genders } } : {}),
    },
    {
      type: 'Select',
      name: `${name}_privacy`,
      label: `Who sees this: ${label}`,
      multiOptions: audienceLabels,
    },
  ];
}

/** The form in the format of native clients, with the current values. */
export function profileFormView({
  firstName,
  lastName,
  username,
  values,
  audiences,
}: OwnProfile): ProfileForm {
  const text = (name: string, label: string, maxlength: number): FormField => ({
    type: 'Text',
    name,
    label,
    maxlength,
    hasValidator: true,
  });
  const form: Record<string, FormField[]> = {
    [names]: [text('first_name', 'First name', 50), text('last_name', 'Last name', 50)],
  };
  for (const name of detailNames) (form[details[name].section] ??= []).push(...toFormFields(name));
  form.Account = [text('username', 'Username', 40)];
  return {
    form,
    formValues: {
      first_name: { value: firstName },
      last_name: { value: lastName },
      username: { value: username },
      ...Object.fromEntries(
        detailNames.map((name) => [
          name,
          { value: values[name], privacy: toWireAudience(audiences[name]) },
        ]),
      ),
    },
  };
}

/** Text of a value for people. */
export const detailText = (name: DetailName, value: string): string =>
  name === 'gender' ? genders[value as keyof typeof genders] : value;

/** By section and label, without empty ones. */
export function memberInfoView(values: DetailValues, displayname: string): MemberInfo {
  const response: MemberInfo['response'] = { [names]: { Name: displayname } };
  for (const name of detailNames) {
    const { section, label } = details[name];
    if (values[name]) (response[section] ??= {})[label] = detailText(name, values[name]);
  }
  return { response };
}
