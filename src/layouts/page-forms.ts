import { passwordStrength } from '#domains/auth/auth.rules.ts';
import { isNative } from '#lib/native-transport.ts';
import { watchFields } from '#ui/field-problems.ts';

// Enhancements of the account forms; the forms work without script.

function showBusy(form: HTMLFormElement) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
    // Ignores a second submit while the first is pending.
    if (button?.getAttribute('aria-busy') === 'true') event.preventDefault();
    button?.setAttribute('aria-busy', 'true');
    button?.setAttribute('aria-disabled', 'true');
  });
}

/** The back/forward cache may restore a page that was left while sending. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const button of document.querySelectorAll('button[aria-busy]')) {
    button.removeAttribute('aria-busy');
    button.removeAttribute('aria-disabled');
  }
});

/** One switch at the first password field shows and hides all of the form. */
function addShowSwitch(form: HTMLFormElement) {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type=password]')];
  const field = fields[0]?.closest('.field');
  const head = field?.querySelector('.field-head');
  // Beside the label, unless a link is there already.
  const container = head?.childElementCount === 1 ? head : field?.querySelector('.field-foot');
  if (!container) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'field-tool';
  button.setAttribute('aria-controls', fields.map(({ id }) => id).join(' '));
  const show = (isShown: boolean) => {
    for (const input of fields) input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide password' : 'Show password';
    button.setAttribute('aria-pressed', String(isShown));
  };
  show(false);
  button.addEventListener('click', () => show(button.getAttribute('aria-pressed') !== 'true'));
  // Never sent as a readable field, which browsers would offer to complete later.
  form.addEventListener('submit', () => show(false));
  container.append(button);
}

function addStrength(field: HTMLInputElement) {
  const hint = document.createElement('p');
  hint.className = 'field-hint strength';
  hint.setAttribute('aria-live', 'polite');
  field.closest('.field')?.querySelector('.field-foot')?.append(hint);
  field.addEventListener('input', () => {
    const strength = passwordStrength(field.value);
    hint.textContent = field.value ? `Password strength: ${strength}` : '';
    hint.dataset.strength = strength;
  });
}

/** A native shell stores the credentials of a sign-in. */
function storeSignIn(form: HTMLFormElement) {
  if (form.dataset.account !== 'sign-in' || !isNative()) return;
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    void import('#domains/auth/native-sign-in.ts').then(({ signIn }) => signIn(form, prepareForms));
  });
}

export function prepareForms(): void {
  watchFields();
  // The first error may be far down, or below the keyboard of a phone.
  document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-account]')) {
    showBusy(form);
    storeSignIn(form);
    addShowSwitch(form);
    const passwords = form.querySelectorAll<HTMLInputElement>(
      'input[autocomplete=new-password][name=password]',
    );
    for (const field of passwords) addStrength(field);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'input[type=hidden][name=timezone]',
  )) {
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || field.value;
  }
}
