import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toast } from './toast.ts';

/**
 * A component that is loaded when first needed. `need` returns whether it is there; on failure a
 * toast is shown and the screen stays as it was (React's own `lazy` would unmount what is around
 * it).
 */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
): [part: ComponentType<Props> | undefined, need: () => Promise<boolean>] {
  const [part, setPart] = useState<ComponentType<Props>>();
  const need = async () => {
    if (part) return true;
    try {
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

/**
 * A component that is loaded once `isNeeded`.
 * @param onFailure e.g. closes the dialog that cannot be shown
 */
export function useLazyWhen<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailure?: () => void,
): ComponentType<Props> | undefined {
  const [part, need] = useLazy(load);
  const start = useEffectEvent(() => void need().then((isThere) => isThere || onFailure?.()));
  useEffect(() => {
    if (isNeeded) start();
  }, [isNeeded]);
  return part;
}

export const useConfirmDialog = () =>
  useLazy(() => import('./ConfirmDialog.tsx').then((part) => part.ConfirmDialog));
