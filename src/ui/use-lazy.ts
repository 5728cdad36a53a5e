import { useState, type ComponentType } from 'react';
import { bringFailedStyles } from './failed-styles.ts';
import { toast } from './toast.ts';

/**
 * A part that is fetched when it is first needed. `need` tells whether it is there now; without a
 * connection the person is told so, and the screen stays as it was (React's own `lazy` would tear
 * down what is around it).
 */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
): [part: ComponentType<Props> | undefined, need: () => Promise<boolean>] {
  const [part, setPart] = useState<ComponentType<Props>>();
  const need = async () => {
    if (part) return true;
    try {
      await bringFailedStyles();
      const loaded = await load();
      setPart(() => loaded);
      return true;
    } catch {
      toast.error('This could not be loaded. Please check your connection and try again.');
      return false;
    }
  };
  return [part, need];
}
