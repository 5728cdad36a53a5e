import { plainDate } from '#lib/dates.ts';
import type { FactLine } from '#lib/fact-line.ts';
import { toFormFields } from '#lib/field-list.ts';
import type { FormField } from '#lib/shapes.ts';
import {
  audienceFields,
  detailNames,
  details,
  nameFields,
  toWireAudience,
  type DetailName,
  type DetailValues,
} from './details.fields.ts';
import type { MemberInfo, ProfileForm } from './details.schema.ts';
import type { OwnProfile } from './details.server.ts';

const names = 'Personal Information';

/** The form in the format of native clients, with the current values. */
export function profileFormView({
  firstName,
  lastName,
  username,
  values,
  audiences,
}: OwnProfile): ProfileForm {
  const { username: account, ...fullName } = nameFields;
  const form: Record<string, FormField[]> = { [names]: toFormFields(fullName) };
  for (const name of detailNames)
    (form[details[name].section] ??= []).push(
      ...toFormFields({ detail: details[name], audience: audienceFields[name] }),
    );
  form.Account = toFormFields({ account });
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
  name === 'gender'
    ? details.gender.options[value as keyof typeof details.gender.options][1]
    : value;

/** The text about oneself, and all other details that are not empty. */
export const detailLines = (values: DetailValues): { about: string; lines: FactLine[] } => ({
  about: values.about_me,
  lines: detailNames
    .filter((name) => name !== 'about_me' && values[name])
    .map((name) => {
      const { label } = details[name];
      const value = values[name];
      if (name === 'birthdate') return { label, text: plainDate(new Date(value)) };
      if (name === 'website')
        return { label, text: value.replace(/^https?:\/\//, ''), href: value };
      if (name === 'phone')
        return { label, text: value, href: `tel:${value.replace(/[^+\d]/g, '')}` };
      return { label, text: detailText(name, value) };
    }),
});

/** By section and label, without empty ones. */
export function memberInfoView(values: DetailValues, displayname: string): MemberInfo {
  const response: MemberInfo['response'] = { [names]: { Name: displayname } };
  for (const name of detailNames) {
    const { section, label } = details[name];
    if (values[name]) (response[section] ??= {})[label] = detailText(name, values[name]);
  }
  return { response };
}
