import { useDraftTexts } from './call/use-draft-text.ts';
import type { CallsSearch } from './calls-search.ts';
import { useCallsStore } from './calls-store.ts';
import { usePlaceCallStore, type PlaceCallState } from './place-call/place-call-store.ts';

type CallsState = {
  readonly texts: ReturnType<typeof useDraftTexts.getState>;
  readonly callDraft: PlaceCallState;
  /** The filters and the order of the list, which the address of a call does not have. */
  readonly search: CallsSearch;
};

/** Unsent notes, the draft of a call and the filters of the list. */
export const keptCallsState = {
  read: (): CallsState => ({
    texts: useDraftTexts.getState(),
    callDraft: usePlaceCallStore.getState(),
    search: useCallsStore.getState().search,
  }),
  restore: ({ texts, callDraft, search }: CallsState): void => {
    useDraftTexts.setState(texts);
    usePlaceCallStore.setState(callDraft);
    useCallsStore.setState({ search });
  },
  subscribe: (listener: () => void): void => {
    useDraftTexts.subscribe(listener);
    usePlaceCallStore.subscribe(listener);
    useCallsStore.subscribe(({ search }, before) => {
      if (search !== before.search) listener();
    });
  },
};
