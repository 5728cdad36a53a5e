import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCall } from '#app/form-calls.ts';
import { fieldMember } from '#lib/served-member.ts';
import { createFirstAdminLink } from '../../scripts/launch/first-admin.ts';
import { memberOf } from '../support/member.ts';
import { listScreens, otherViewers, type Screen } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';

/*
 * Checks forms and controls of every served screen: typed text never gets into a URL, and every
 * control works without script. Forms of members name whose they are.
 */

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Control {
  tag: string;
  attributes: Record<string, string>;
  form?: Form | undefined;
  isScripted: boolean;
}

interface Form {
  attributes: Record<string, string>;
}

/** Forms that another member could send by mistake. */
const withoutMember = ({ forms, controls }: ReturnType<typeof controlsOf>): string[] =>
  forms
    .filter((form) => form.attributes.method === 'post')
    .filter(
      (form) =>
        !fieldMember(
          controls
            .filter((one) => one.form === form)
            .map(({ attributes }) => attributes.name ?? ''),
        ),
    )
    .map((form) => shown({ tag: 'form', ...form }));

/** The forms and controls of a page. */
function controlsOf(html: string): {
  forms: Form[];
  controls: Control[];
  popovers: Map<string, number>;
} {
  const forms: Form[] = [];
  const controls: Control[] = [];
  const popovers = new Map<string, number>();
  const open: { isScripted: boolean; form: Form | undefined; popover?: string | undefined }[] = [
    { isScripted: false, form: undefined },
  ];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const above = open.at(-1)!;
      const isScripted =
        above.isScripted ||
        /\bneeds-script\b/.test(attributes.class ?? '') ||
        'hidden' in attributes;
      const form = tag === 'form' ? { attributes } : above.form;
      if (tag === 'form') forms.push(form!);
      if (['button', 'input', 'select', 'textarea'].includes(tag))
        controls.push({ tag, attributes, isScripted, form });
      const popover = 'popover' in attributes ? attributes.id! : above.popover;
      const isAlive = tag === 'a' || (tag === 'button' && attributes.type !== 'button');
      if (popover)
        popovers.set(popover, (popovers.get(popover) ?? 0) + Number(isAlive && !isScripted));
      open.push({ isScripted, form, popover });
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  const byId = new Map(forms.map((form) => [form.attributes.id, form]));
  for (const control of controls)
    if (control.attributes.form) control.form = byId.get(control.attributes.form);
  return { forms, controls, popovers };
}

const shown = ({ tag, attributes }: Pick<Control, 'tag' | 'attributes'>) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value.slice(0, 40)}"`)
    .join(' ')}>`;

/**
 * A search may put its text into the URL, beside what is chosen from its lists; no other form may.
 */
const isSearch = ({ attributes }: Form) => attributes.role === 'search';

function formProblems({ forms, controls, popovers }: ReturnType<typeof controlsOf>): string[] {
  const problems: string[] = [];
  for (const form of forms) {
    const { method, action } = form.attributes;
    if (method === 'dialog') continue;
    const typed = controls.filter(
      (one) =>
        one.form === form &&
        one.tag !== 'select' &&
        one.attributes.name &&
        one.attributes.type !== 'hidden',
    );
    const isPlainSearch =
      isSearch(form) &&
      typed.every(({ attributes }) => attributes.type === 'search') &&
      typed.length >= 1;
    if (!action || !(method === 'post' || isPlainSearch))
      problems.push(shown({ tag: 'form', ...form }));
  }
  for (const control of controls) {
    const { tag, attributes, form, isScripted } = control;
    const type = attributes.type ?? (tag === 'button' ? 'submit' : 'text');
    if ('formmethod' in attributes || 'formaction' in attributes) problems.push(shown(control));
    if (attributes.name === 'call') {
      expect(findCall(attributes.value!).handler.form, attributes.value).toBeDefined();
    }
    if (isScripted || 'disabled' in attributes || 'readonly' in attributes || type === 'hidden')
      continue;
    // The style sheet hides buttons that neither submit a form nor open something natively.
    const opened = attributes.popovertarget;
    if (opened && !popovers.get(opened)) problems.push(`${shown(control)} opens nothing`);
    if (tag === 'button' && type === 'button') continue;
    if (!form) problems.push(shown(control));
  }
  return problems;
}

async function readAs({ path, cookie, status }: Pick<Screen, 'path' | 'cookie' | 'status'>) {
  const answer = await fetch(server.origin + path, { headers: { accept: 'text/html', cookie } });
  expect(answer.status, path).toBe(status);
  return controlsOf(await answer.text());
}

// Before the community of the other screens, which has an administrator.
test("the forms of the first administrator's link work without script and name whose they are", async () => {
  const path = (await createFirstAdminLink(server.databaseUrl))!;
  for (const cookie of ['', (await memberOf(server, 'Ada')).cookie]) {
    const page = await readAs({ path, cookie, status: 200 });
    expect(page.forms).toHaveLength(1);
    expect([...formProblems(page), ...withoutMember(page)]).toEqual([]);
  }
});

describe('on every screen', () => {
  let screens: Screen[];

  beforeAll(async () => {
    screens = await listScreens(server);
  });

  test.each(['visitor', 'member', 'moderator', ...otherViewers] as const)(
    'as %s no form puts typed text into a URL, and every control works without script',
    async (viewer) => {
      const problems: Record<string, string[]> = {};
      let forms = 0;
      for (const screen of screens.filter((one) => one.viewer === viewer)) {
        const page = await readAs(screen);
        const found = [...formProblems(page), ...(viewer === 'visitor' ? [] : withoutMember(page))];
        if (found.length) problems[screen.path] = found;
        forms += page.forms.length;
      }
      expect(problems).toEqual({});
      expect(forms).toBeGreaterThan(0);
    },
    60_000,
  );
});
