import { passwordLength } from './auth.rules.ts';
import type { FormField, SignupForm } from './auth.schema.ts';

// The forms in the format of native clients. Our own screens have the same fields in their own
// markup.

const text = (
  name: string,
  label: string,
  maxlength: number,
  more: Partial<FormField> = {},
): FormField => ({ type: 'Text', name, label, maxlength, hasValidator: 1, ...more });
const password = (name: string, label: string): FormField => ({
  type: 'Password',
  name,
  label,
  maxlength: passwordLength.max,
  hasValidator: 1,
});
const submit = (label: string): FormField => ({ type: 'Submit', name: 'submit', label });

export const loginFields: FormField[] = [
  text('email', 'E-mail address', 255),
  password('password', 'Password'),
  submit('Log in'),
];

export const signupFields: SignupForm = {
  account: [
    text('email', 'E-mail address', 255),
    password('password', 'Password'),
    password('passconf', 'Password again'),
    text('username', 'Username', 40, {
      hasValidator: 0,
      description: 'Leave it empty and we will make one from your name.',
    }),
  ],
  fields: [
    text('first_name', 'First name', 50),
    text('last_name', 'Last name', 50),
    {
      type: 'Checkbox',
      name: 'terms',
      label: 'I agree to the rules of this community',
      hasValidator: 1,
    },
    submit('Sign up'),
  ],
  photo: [],
};
