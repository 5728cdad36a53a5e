import { vi } from 'vitest';

/*
 * A worker runs many files one after the other. Each gets the environment and globals that the
 * worker started with, and our modules unloaded; only libraries stay loaded.
 */
interface Beginning {
  env: NodeJS.ProcessEnv;
  globals: Map<string, PropertyDescriptor>;
}

const kept = globalThis as { __vitest_beginning__?: Beginning };
// Globals with this prefix belong to the runner.
const isOurs = (name: string) => !name.startsWith('__vitest_');
const globals = () =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([name]) => isOurs(name));

const beginning = (kept.__vitest_beginning__ ??= {
  env: { ...process.env },
  globals: new Map(globals()),
});

for (const name of Object.keys(process.env)) if (!(name in beginning.env)) delete process.env[name];
Object.assign(process.env, beginning.env);

for (const [name] of globals())
  if (!beginning.globals.has(name)) Reflect.deleteProperty(globalThis, name);
for (const [name, before] of beginning.globals) {
  const now = Object.getOwnPropertyDescriptor(globalThis, name);
  const isSame = now?.get === before.get && Object.is(now?.value, before.value);
  if (!isSame && before.configurable) Object.defineProperty(globalThis, name, before);
}

vi.useRealTimers();
vi.resetModules();
