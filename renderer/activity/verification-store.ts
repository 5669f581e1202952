import { create } from 'zustand';

type VerificationProgress = { readonly done: number; readonly total: number };

/** How far the verification that is going on has come, as the service tells it. */
export const useVerificationProgress = create<{ readonly progress: VerificationProgress | null }>(() => ({
  progress: null,
}));

export function setVerificationProgress(progress: VerificationProgress | null): void {
  useVerificationProgress.setState({ progress });
}
