import { errorFields, log } from '#server/log.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { collectDuePushes } from './deliver.server.ts';

let isCollecting = false;
let isRequested = false;

/** Collects the pushes that are due now. A request while it runs makes it run once more. */
export async function requestDuePushes(): Promise<void> {
  isRequested = true;
  if (isCollecting || isInSafeMode()) return;
  isCollecting = true;
  try {
    while (isRequested) {
      isRequested = false;
      await collectDuePushes();
    }
  } catch (error) {
    log('warn', 'pushes not collected', errorFields(error));
  } finally {
    isCollecting = false;
  }
}
