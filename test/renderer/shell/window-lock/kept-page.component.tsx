import { afterEach, expect, test } from 'vitest';
import { useDraftTexts } from '../../../../renderer/features/calls/call/use-draft-text.ts';
import { resetCallsStore, setCallsSearch, useCallsStore } from '../../../../renderer/features/calls/calls-store.ts';
import {
  resetPlaceCallStore,
  updateDraft,
  usePlaceCallStore,
} from '../../../../renderer/features/calls/place-call/place-call-store.ts';
import { clearIssuedKeys, listIssuedKeys } from '../../../../renderer/features/api-keys/issued-keys-store.ts';
import {
  forgetKeptTexts,
  keepDrafts,
  returnToKeptPage,
  useKeptTexts,
} from '../../../../renderer/shell/window-lock/kept-page.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';

type KeptState = Readonly<Record<string, unknown>>;

function forgetPage(): void {
  useDraftTexts.setState({ texts: {} });
  resetPlaceCallStore();
  resetCallsStore();
  clearIssuedKeys();
  forgetKeptTexts();
}

afterEach(() => {
  forgetPage();
  sessionStorage.clear();
});

test('a page gets back what the page before it had kept, and what the lock took', async () => {
  const service = startFakeService();
  let state = '';
  service.answer(appRoutes.keepPage, ({ json }) => {
    const page = json as { readonly page_id: string; readonly version: number; readonly state: string }; // as the route declares
    expect(page.version).toBe(++sent);
    state = page.state;
    return { page_id: page.page_id };
  });
  let sent = 0;
  service.answer(appRoutes.getKeptPage, ({ query }) => {
    expect(query['version'], 'the latest that was sent').toBe(String(sent));
    return { state };
  });
  keepDrafts();
  useDraftTexts.setState({ texts: { call_1: 'Ask for the berth.' } });
  updateDraft({ number: '+1 415 555 0132' });
  setCallsSearch({ status: 'completed' });
  await expect.poll(() => state).not.toBe('');
  forgetPage();

  await returnToKeptPage();
  expect(useDraftTexts.getState().texts).toEqual({ call_1: 'Ask for the berth.' });
  expect(usePlaceCallStore.getState().draft.number).toBe('+1 415 555 0132');
  expect(useCallsStore.getState().search).toEqual({ status: 'completed' });
  expect([listIssuedKeys(), useKeptTexts.getState().texts]).toEqual([[], []]);

  const key = { name: 'Exports', hint: 'abcd', secret: 'sk_1' };
  const texts = [{ label: 'Note', text: 'Call back' }];
  state = JSON.stringify({ ...(JSON.parse(state) as KeptState), texts, lockedStates: { 'api-keys': [key] } });
  await returnToKeptPage();
  expect(listIssuedKeys()).toEqual([key]);
  expect(useKeptTexts.getState().texts).toEqual(texts);
});
