import { create } from 'zustand';

type VerificationProgress = { readonly done: number; readonly total: number };

/** Progress of the running verification, as the service reports it. */
export const useVerificationProgress = create<{ readonly progress: VerificationProgress | null }>(() => ({
  progress: null,
}));

export function setVerificationProgress(progress: VerificationProgress | null): void {
  useVerificationProgress.setState({ progress });
}
