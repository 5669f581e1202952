import { create } from 'zustand';

type Progress = { readonly done: number; readonly total: number };

/** How far the verification that is going on has come, as the service tells it. */
export const useVerifying = create<{ readonly progress: Progress | null }>(() => ({ progress: null }));

export function noteVerifying(progress: Progress | null): void {
  useVerifying.setState({ progress });
}
