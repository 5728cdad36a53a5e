/** Asks for days alone while an event takes whole days; times come back as they were. */

const names = ['starttime', 'endtime'];

function showDays(box: HTMLInputElement) {
  for (const name of names) {
    const field = box.form?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    const { value } = field;
    const day = value.slice(0, 10);
    if (box.checked) {
      field.dataset.time = value.slice(10);
      // A step counts days then.
      field.removeAttribute('step');
      field.type = 'date';
      field.value = day;
    } else {
      field.type = 'datetime-local';
      field.step = '300';
      field.value = day && day + (field.dataset.time || 'T00:00');
    }
  }
}

let isWatching = false;

/** Watches all forms of the screen, once. */
export function watchAllDay() {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'all_day') showDays(target);
  });
}
