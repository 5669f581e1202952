import { expect, type Locator, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths } from '../../shared/contract.ts';
import { fillPath } from '../../shared/route.ts';

/** The view of one call as a person meets it: by the names of its parts. */
export function createCallPage(page: Page) {
  const slider = page.getByRole('slider', { name: 'Position' });
  const transcript = page.getByRole('region', { name: 'Transcript' });
  const turns = transcript.getByRole('list', { name: 'Turns' }).getByRole('listitem');
  return {
    /** Who called whom and how it stands; a row of the list has none, which may stay in sight while the call loads. */
    header: page.locator('header', { has: page.getByRole('heading', { name: / called \+/ }) }),
    slider,
    transcript,
    turns,
    search: page.getByRole('textbox', { name: 'Search in the transcript' }),
    play: page.getByRole('button', { name: 'Play', exact: true }),
    pause: page.getByRole('button', { name: 'Pause', exact: true }),
    currentTurn: transcript.locator('[aria-current="true"]'),
    passages: page.getByRole('list', { name: 'Passages used' }),
    notes: page.getByRole('list', { name: 'Notes' }),
    volumeDialog: page.getByRole('dialog', { name: 'Volume and voices' }),
    dock: page.getByRole('region', { name: 'Player' }),
    waves: page.locator('[data-part="waveform"]'),
    /** Where the player says that it is, in whole seconds. */
    readPositionSeconds: async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow')),
    playTurn: (turn: Locator) => turn.getByRole('button', { name: /hear this turn/ }).click(),
    open: async (callId: string, search = ''): Promise<void> => {
      await page.evaluate((hash) => (location.hash = hash), `#/calls/${callId}${search}`);
      await expect(transcript).toBeVisible();
    },
  };
}

type SimulatedCallOptions = {
  readonly recipient?: 'simulated' | 'practice';
  readonly persona?: string;
  readonly number?: string;
};

/** What is known of a recipient, by the names that the demo's greetings mention. */
const sampleMetadata: Readonly<Record<string, string>> = {
  first_name: 'Wilhelmina',
  last_name: 'Drake',
  plan: 'Fiber 500',
};

/** Places a rehearsal by the window's own request and gives its id. */
export async function placeSimulatedCallInPage(
  page: Page,
  { number = '+14155550132', ...options }: SimulatedCallOptions,
): Promise<string> {
  const { path: agents } = appRoutes.listAgentRecords;
  const { path: rehearsals } = appRoutes.placeSimulatedCall;
  const addresses = { agents: `${routeTreePaths.app}${agents}`, rehearsals: `${routeTreePaths.app}${rehearsals}` };
  return page.evaluate(
    async ({ to, recipient_number, values, choices }) => {
      const { data } = (await (await fetch(to.agents)).json()) as {
        data: { agent_id: string; placeholders: string[] }[];
      };
      const [agent] = data;
      const metadata = Object.fromEntries((agent?.placeholders ?? []).map((name) => [name, values[name] ?? name]));
      const answer = await fetch(to.rehearsals, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ agent_id: agent?.agent_id, recipient_number, metadata, again: true, ...choices }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { call_id: string }).call_id;
    },
    { to: addresses, recipient_number: number, values: sampleMetadata, choices: options },
  );
}

/** The status of a call, as the service tells it. */
export async function readCallStatus(page: Page, callId: string): Promise<string> {
  const address = `${routeTreePaths.app}${fillPath(appRoutes.getCallDetails.path, { call_id: callId })}`;
  return page.evaluate(async (to) => ((await (await fetch(to)).json()) as { status: string }).status, address);
}

/** A rehearsal that is over, with something that the agent took from a document. */
export async function runSimulatedCall(page: Page, options: SimulatedCallOptions = {}): Promise<string> {
  const callId = await placeSimulatedCallInPage(page, { persona: 'interested', ...options });
  await expect.poll(() => readCallStatus(page, callId), { timeout: 120_000 }).toBe('completed');
  return callId;
}
