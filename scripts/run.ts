import { CliError } from './launch/cli-error.ts';
import { runCommand, type CommandContext } from './launch/lifecycle.ts';

type Command = (args: string[], context: CommandContext) => Promise<number>;

/** Loaded on demand, so that `npm start` does not load the test code. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./launch/start.ts')).start,
  dev: async () => (await import('./launch/start.ts')).dev,
  seed: async () => (await import('./launch/seed.ts')).seed,
  'make-admin': async () => (await import('./launch/make-admin.ts')).makeAdmin,
  'reset-two-factor': async () => (await import('./launch/reset-two-factor.ts')).resetTwoFactor,
  location: async () => (await import('./launch/location.ts')).location,
  build: async () => (await import('./launch/build.ts')).build,
  update: async () => (await import('./launch/update.ts')).update,
  test: async () => (await import('./launch/test.ts')).test,
  pictures: async () => (await import('./launch/pictures.ts')).pictures,
  doctor: async () => (await import('./doctor.ts')).doctor,
  bench: async () => (await import('./launch/bench.ts')).bench,
};

const [name = 'start', ...args] = process.argv.slice(2);

await runCommand(async (context) => {
  const command = commands[name];
  if (!command)
    throw new CliError(
      `There is no command "${name}". Choose one of: ${Object.keys(commands).join(', ')}.`,
    );
  return (await command())(args, context);
});
