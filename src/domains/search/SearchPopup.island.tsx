import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { $popup, closePopup, setQuery } from './search-popup.store.ts';
import { searchPath } from './search.rules.ts';
import './SearchPopup.css';

const optionId = (index: number) => `search-option-${index}`;

/**
 * Results below the search field of the header. The field keeps the focus; Up and Down select,
 * Enter opens.
 */
function SearchPopup({ form, field }: { form: HTMLFormElement; field: HTMLInputElement }) {
  const { query, status, results, isSimilar } = useStore($popup);
  const [active, setActive] = useState(-1);
  const isOpen = query !== '';
  // The last entry links to all results.
  const addresses = isOpen
    ? [...results.map(({ url }) => new URL(url, location.origin).pathname), searchPath(query)]
    : [];

  useEffect(() => setActive(-1), [query]);
  // Text typed before hydration.
  useEffect(() => {
    if (field.value.trim() && document.activeElement === field) setQuery(field.value);
  }, [field]);
  useEffect(() => {
    field.setAttribute('aria-expanded', String(isOpen));
    if (addresses[active]) field.setAttribute('aria-activedescendant', optionId(active));
    else field.removeAttribute('aria-activedescendant');
  });
  useLayoutEffect(() => {
    const type = () => setQuery(field.value);
    const press = (event: KeyboardEvent) => {
      if (!isOpen) return;
      const last = addresses.length - 1;
      const next = {
        ArrowDown: active >= last ? -1 : active + 1,
        ArrowUp: active < 0 ? last : active - 1,
      }[event.key];
      if (next !== undefined) {
        event.preventDefault();
        setActive(next);
      } else if (event.key === 'Enter' && addresses[active]) {
        event.preventDefault();
        location.assign(addresses[active]);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        closePopup();
      }
    };
    const leave = (event: Event) => {
      const to = event.type === 'focusout' ? (event as FocusEvent).relatedTarget : event.target;
      if (!(to instanceof Node && form.contains(to)) && (event.type !== 'focusout' || to !== null))
        closePopup();
    };
    field.addEventListener('input', type);
    field.addEventListener('keydown', press);
    form.addEventListener('focusout', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      field.removeEventListener('input', type);
      field.removeEventListener('keydown', press);
      form.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', leave);
    };
  });

  if (!isOpen) return null;
  return (
    <div className="search-popup">
      <p className="sr-only" role="status">
        {status === 'found' ? `${results.length} results` : ''}
      </p>
      {status === 'failed' && (
        <p className="search-popup-note">The search failed. Please try again.</p>
      )}
      {status === 'found' && !results.length && <p className="search-popup-note">No results!</p>}
      {status === 'found' && isSimilar && (
        <p className="search-popup-note">
          {results.every(({ isMember }) => isMember) ? 'Similar names:' : 'Similar results:'}
        </p>
      )}
      <ul
        id="search-options"
        role="listbox"
        aria-label="Search results"
        aria-busy={status === 'asking'}
      >
        {results.map(({ title, kind, description, image }, index) => (
          <li key={addresses[index]} role="none">
            <a
              href={addresses[index]}
              tabIndex={-1}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={classes('search-option', index === active && 'search-option-active')}
            >
              <Avatar name={title} src={image} size={32} />
              <span className="search-option-text">
                <span dir="auto">{title}</span>
                <small>
                  {kind}
                  {description && (
                    <>
                      {' · '}
                      <bdi>{description}</bdi>
                    </>
                  )}
                </small>
              </span>
            </a>
          </li>
        ))}
        <li role="none">
          <a
            href={searchPath(query)}
            tabIndex={-1}
            id={optionId(results.length)}
            role="option"
            aria-selected={active === results.length}
            className={classes(
              'search-option search-option-all',
              active === results.length && 'search-option-active',
            )}
            dir="auto"
          >
            See all results for “{query}”
          </a>
        </li>
      </ul>
    </div>
  );
}

/** Attaches the popup to the header's search field. */
export function openSearch(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('input[type=search]')!;
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', 'search-options');
  createRoot(form.appendChild(document.createElement('div'))).render(
    <SearchPopup form={form} field={field} />,
  );
}
