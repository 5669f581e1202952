import { expect, type Locator, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths } from '../../../shared/contract/contract.ts';
import { fillPath } from '../../../shared/contract/route.ts';
import { fetchAsWindow } from '../service/fetch-as-window.ts';

/** The page model of the call view. */
export function createCallPage(page: Page) {
  const slider = page.getByRole('slider', { name: 'Position' });
  const transcript = page.getByRole('region', { name: 'Transcript' });
  const turns = transcript.getByRole('list', { name: 'Turns' }).getByRole('listitem');
  return {
    /** The header of the call view. The list, which may stay visible while a call loads, has none. */
    header: page.locator('header', { has: page.getByRole('heading', { name: / called / }) }),
    slider,
    transcript,
    turns,
    search: page.getByRole('textbox', { name: 'Search transcript' }),
    play: page.getByRole('button', { name: 'Play', exact: true }),
    pause: page.getByRole('button', { name: 'Pause', exact: true }),
    skipSilence: page.getByRole('button', { name: 'Skip silence over 3 seconds' }),
    currentTurn: transcript.locator('[aria-current="true"]'),
    sources: page.getByRole('list', { name: 'Cited sources' }),
    notes: page.getByRole('list', { name: 'Notes' }),
    volumeDialog: page.getByRole('dialog', { name: 'Volume and voices' }),
    dock: page.getByRole('region', { name: 'Player' }),
    waveform: page.locator('[data-part="waveform"]'),
    /** Reads the position of the player in whole seconds. */
    readPositionSeconds: async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow')),
    /** Waits until playback has passed its current position. */
    waitForPositionAfter: async (seconds: number): Promise<void> => {
      await expect(slider).not.toHaveAttribute('aria-valuenow', String(seconds));
      expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(seconds);
    },
    playTurn: (turn: Locator) => turn.getByRole('button', { name: /play this turn/ }).click(),
    open: async (callId: string, search = ''): Promise<void> => {
      await page.evaluate((hash) => (location.hash = hash), `#/calls/${callId}${search}`);
      await expect(transcript).toBeVisible();
    },
  };
}

type SimulatedCallOptions = {
  readonly mode?: 'simulated' | 'practice';
  readonly persona?: string;
  readonly number?: string;
};

/** Metadata for the placeholders of the demo's greetings. */
const sampleMetadata: Readonly<Record<string, string>> = {
  first_name: 'Wilhelmina',
  last_name: 'Drake',
  plan: 'Fiber 500',
};

/** Places a simulated call with the request that the window sends, and returns its id. */
export async function placeSimulatedCallInPage(
  page: Page,
  { number = '+14155550132', ...options }: SimulatedCallOptions,
): Promise<string> {
  const urls = {
    agents: `${routeTreePaths.app}${appRoutes.listAgentRecords.path}`,
    simulatedCalls: `${routeTreePaths.app}${appRoutes.placeSimulatedCall.path}`,
  };
  type Agents = { readonly data: readonly { readonly agent_id: string; readonly placeholders: readonly string[] }[] };
  const [agent] = (await fetchAsWindow<Agents>(page, urls.agents)).data;
  const values: Readonly<Record<string, string>> = sampleMetadata;
  const metadata = Object.fromEntries((agent?.placeholders ?? []).map((name) => [name, values[name] ?? name]));
  const json = { agent_id: agent?.agent_id, recipient_number: number, metadata, allow_duplicate: true, ...options };
  return (await fetchAsWindow<{ readonly call_id: string }>(page, urls.simulatedCalls, { json })).call_id;
}

/** Reads the status of a call from the service. */
export async function readCallStatus(page: Page, callId: string): Promise<string> {
  const url = `${routeTreePaths.app}${fillPath(appRoutes.getCallDetails.path, { call_id: callId })}`;
  return (await fetchAsWindow<{ readonly status: string }>(page, url)).status;
}

/** Runs a simulated call to its end and returns its id. The recipient asks questions, so the agent cites documents. */
export async function runSimulatedCall(page: Page, options: SimulatedCallOptions = {}): Promise<string> {
  const callId = await placeSimulatedCallInPage(page, { persona: 'interested', ...options });
  await expect.poll(() => readCallStatus(page, callId), { timeout: 120_000 }).toBe('completed');
  return callId;
}
