/**
 * Says beside a field of a form without React what is wrong with it, where the browser's bubble
 * would cover its hint, and counts characters near a limit. Without script the browser says it, and
 * the server that a text is too long.
 */

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget | null): target is FieldElement =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, select') &&
  // React draws the others.
  !target.closest('astro-island');

/** As `lengthOf` in lib/fields.ts counts on the server. */
const lengthOf = (text: string) => [...text.trim()].length;

const limitOf = (field: FieldElement) => Number(field.dataset.limit ?? 0);

function textOf(field: FieldElement): string {
  const { validity, type } = field;
  if (validity.customError) return field.validationMessage;
  if (validity.valueMissing)
    return type === 'checkbox' ? 'Please tick this box.' : 'Please fill in this field.';
  if (validity.tooShort) return `At least ${(field as HTMLInputElement).minLength} characters.`;
  if (validity.typeMismatch && type === 'email')
    return 'Please enter an e-mail address such as you@example.org.';
  return field.validationMessage;
}

function noteOf(field: FieldElement): HTMLElement {
  const id = `${field.id || field.name}-error`;
  const found = document.getElementById(id);
  if (found) return found;
  const foot = field.closest('.field')?.querySelector('.field-foot');
  const note = document.createElement('p');
  note.id = id;
  // With the size of such texts where no foot gives it.
  note.className = foot ? 'field-error' : 'field-foot field-error';
  note.setAttribute('role', 'alert');
  if (foot) foot.prepend(note);
  else (field.closest('label') ?? field).after(note);
  return note;
}

function show(field: FieldElement, text = textOf(field)) {
  const note = noteOf(field);
  note.textContent = text;
  field.setAttribute('aria-invalid', 'true');
  field.closest('.field')?.classList.add('field-wrong');
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  if (!described.includes(note.id))
    field.setAttribute('aria-describedby', [...described, note.id].join(' '));
}

function clear(field: FieldElement) {
  if (field.getAttribute('aria-invalid') !== 'true') return;
  noteOf(field).remove();
  field.removeAttribute('aria-invalid');
  field.closest('.field')?.classList.remove('field-wrong');
}

/** Appears from nine tenths of the limit on, as `Counter` does. */
function count(field: FieldElement) {
  const limit = limitOf(field);
  if (!limit) return;
  const used = lengthOf(field.value);
  const foot = field.closest('.field')?.querySelector('.field-foot');
  let counter = foot?.querySelector('.counter');
  if (!counter && used >= limit * 0.9) {
    counter = document.createElement('span');
    foot?.append(counter);
  }
  if (counter) {
    counter.textContent = `${used}/${limit}`;
    counter.className = `counter ${used > limit ? 'counter-over' : 'counter-near'}`;
    counter.toggleAttribute('hidden', used < limit * 0.9);
  }
  field.setCustomValidity(
    used > limit ? `At most ${limit} characters. Please shorten it by ${used - limit}.` : '',
  );
}

/**
 * Shows the problems that an answer names beside the fields of a form, and focuses the first of
 * them.
 */
export function showProblems(form: HTMLFormElement, problems: Record<string, string>) {
  const wrong = [...form.elements].filter(
    (one): one is FieldElement => isField(one) && Boolean(problems[one.name]),
  );
  for (const field of wrong) show(field, problems[field.name]);
  wrong[0]?.focus();
}

let isWatching = false;

/** Watches all forms of the screen, once. */
export function watchFields() {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener(
    'invalid',
    (event) => {
      const field = event.target;
      if (!isField(field)) return;
      event.preventDefault();
      show(field);
      // The browser focuses the first only where nothing is prevented.
      const first = [...(field.form?.elements ?? [])].find(
        (one) => isField(one) && !one.validity.valid,
      );
      if (first === field) {
        const folded = field.closest('details');
        if (folded) folded.open = true;
        field.focus();
      }
    },
    true,
  );
  document.addEventListener('input', ({ target }) => {
    if (!isField(target)) return;
    count(target);
    if (target.validity.valid) clear(target);
  });
  for (const field of document.querySelectorAll('[data-limit]')) if (isField(field)) count(field);
}
