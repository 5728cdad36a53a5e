import { commands as namedCommands } from 'vitest/browser';
import type { IslandCommands } from './commands.ts';

/** Functions that run beside Playwright, outside the browser. */
export const commands = namedCommands as unknown as IslandCommands;
