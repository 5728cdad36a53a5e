import { useLazy } from './use-lazy.ts';

export const useConfirmDialog = () =>
  useLazy(() => import('./ConfirmDialog.tsx').then((part) => part.ConfirmDialog));
