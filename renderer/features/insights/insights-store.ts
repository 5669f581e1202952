import { create } from 'zustand';
import type { InsightsSearch } from './insights-search.ts';

/** The last filters of the insights. They outlive the view, so that it looks the same when the user returns. */
export const useInsightsStore = create<{ readonly search: Partial<InsightsSearch> }>(() => ({ search: {} }));

export function setInsightsSearch(search: Partial<InsightsSearch>): void {
  useInsightsStore.setState({ search });
}
