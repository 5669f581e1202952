import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  keptAgentEdits,
  resetAgentEdits,
  useAgentEdits,
} from '../../../../renderer/features/agent-editor/agent-edits.ts';
import { openEditorTab, resetAgentEditor } from '../../../../renderer/features/agent-editor/agent-editor-store.ts';
import { AgentEditorView } from '../../../../renderer/features/agent-editor/agent-editor-view.tsx';
import { invalidate } from '../../../../renderer/data/invalidate.ts';
import type { AgentDetails } from '../../../../shared/agents/agent-versions.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Role } from '../../../../shared/contract/roles.ts';
import {
  createSampleAgent,
  createSampleDefinition,
  createSampleDraft,
} from '../../../helpers/components/sample-agent.ts';
import { createSampleTurn, sampleCallDetails } from '../../../helpers/components/sample-call.ts';
import { createSampleAcceptance } from '../../../helpers/components/sample-acceptance.ts';
import { sampleRequest } from '../../../helpers/components/sample-request.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { getFakeEtag, startFakeService } from '../../../helpers/remote/fake-service.ts';

const greeting = page.getByRole('textbox', { name: 'Greeting' });
const preview = page.getByRole('region', { name: 'Greeting preview' });
const publish = page.getByRole('button', { name: 'Publish…' });
const question = (number: number) => page.getByRole('textbox', { name: `Text of question ${number}` });
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

beforeEach(() => {
  resetAgentEdits();
  resetAgentEditor();
});

type EditorOptions = {
  readonly role?: Role;
  readonly agent?: AgentDetails;
  readonly isLinked?: boolean;
  /** The service saves drafts only after it. */
  readonly beforeSave?: Promise<void>;
};

/** Renders the editor of an agent that a service keeps, as the real one does. */
async function renderEditor(options: EditorOptions = {}) {
  const { role = 'admin', agent = createSampleAgent(), isLinked = false, beforeSave } = options;
  await page.viewport(1280, 800);
  const service = startFakeService();
  let stored = { ...agent, agent_id: '$agentId' }; // the address of the view is the path of its route
  const requireMatch = (ifMatch: string | null) => {
    if (ifMatch !== getFakeEtag(stored)) throw new Problem('precondition_failed', 'The agent was changed meanwhile.');
  };
  service.answer(v1Routes.getAgent, () => stored);
  service.answer(v1Routes.saveAgentDraft, async ({ json, ifMatch }) => {
    await beforeSave;
    requireMatch(ifMatch);
    const { definition } = v1Routes.saveAgentDraft.json.parse(json);
    stored = { ...stored, draft: createSampleDraft(definition, (stored.draft?.revision ?? 0) + 1) };
    return stored;
  });
  service.answer(v1Routes.deleteAgentDraft, ({ ifMatch }) => {
    requireMatch(ifMatch);
    stored = { ...stored, draft: null };
    return stored;
  });
  service.answer(v1Routes.restoreAgentVersion, ({ ifMatch }) => {
    requireMatch(ifMatch);
    const definition = createSampleDefinition({ greeting: 'Version 1' });
    stored = { ...stored, draft: createSampleDraft(definition, (stored.draft?.revision ?? 0) + 1) };
    return stored;
  });
  service.answer(v1Routes.publishAgentVersion, ({ ifMatch }) => {
    requireMatch(ifMatch);
    stored = {
      ...stored,
      definition: stored.draft?.definition ?? null,
      published_version: (stored.published_version ?? 0) + 1,
      draft: null,
    };
    return stored;
  });
  service.answer(v1Routes.listAgentVersions, () => ({
    data: [
      {
        version: 1,
        note: 'First one',
        published_at: '2026-03-01T10:00:00.000Z',
        changed_fields: [],
        author: { id: 'usr_1', name: 'hanna@harbour.example' },
        restored_from: null,
      },
    ],
    next_cursor: null,
  }));
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  service.answer(appRoutes.getLanguageModel, () => ({ settings: null, key_hint: null }));
  service.answer(appRoutes.getSpeechServer, () => ({ settings: null, key_hint: null }));
  const goTo = await renderInWindow(<AgentEditorView />, {
    path: '/agents/$agentId',
    role,
    ...(isLinked && { workspace: { kind: 'linked' } }),
  });
  return {
    service,
    goTo,
    /** Another window saves a draft. */
    changeElsewhere: (text: string) => {
      const definition = createSampleDefinition({ greeting: text });
      stored = { ...stored, draft: createSampleDraft(definition, (stored.draft?.revision ?? 0) + 1) };
    },
    listSaved: () =>
      service
        .listRequests(v1Routes.saveAgentDraft)
        .map(({ json }) => v1Routes.saveAgentDraft.json.parse(json).definition),
  };
}

test('saves what is typed as a draft, and previews the greeting with example metadata', async () => {
  const { listSaved } = await renderEditor();
  await expect.element(publish).toHaveAccessibleDescription('There are no changes to publish.');
  await greeting.fill('Ahoy {first_name}!');
  await expect.element(preview).toMatchTextContent(/Ahoy Wilhelmina!/);
  await page.getByRole('textbox', { name: 'first_name' }).fill('Per');
  await expect.element(preview).toMatchTextContent(/Ahoy Per!/);
  await expect.element(status('Saved · 1 change since version 1')).toBeVisible();
  expect(listSaved().at(-1)?.greeting).toBe('Ahoy {first_name}!');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(greeting).toHaveValue('Hi {first_name}, this is the harbour office.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(greeting).toHaveValue('Ahoy {first_name}!');
});

test('brings back what was typed just before a version was restored', async () => {
  const beforeSave = Promise.withResolvers<void>();
  await renderEditor({ agent: createSampleAgent({ published_version: 2 }), beforeSave: beforeSave.promise });
  await page.getByRole('radio', { name: 'Versions' }).click();
  await greeting.fill('Just typed');
  await page.getByRole('button', { name: 'Restore version 1 as draft' }).click();
  beforeSave.resolve();
  await expect.element(greeting).toHaveValue('Version 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(greeting).toHaveValue('Just typed');
});

test('shows what is wrong while typing, and what is empty when it is published', async () => {
  const { service } = await renderEditor();
  await greeting.fill('Ahoy {first_name');
  await expect.element(greeting).toHaveAccessibleDescription(/has no end/);
  await greeting.fill('Ahoy {first_name}');
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect.element(question(1)).toHaveFocus();
  await expect.element(question(1)).not.toHaveAttribute('aria-invalid');
  await publish.click();
  await expect.element(question(1)).toHaveFocus();
  await expect.element(question(1)).toHaveAccessibleDescription('Enter a question.');
  await userEvent.keyboard('Which day suits you?');
  await expect.element(page.getByRole('textbox', { name: 'Field of question 1' })).toHaveValue('day_suits');
  const answer = page.getByRole('combobox', { name: 'Answer to question 1' });
  await expect.element(answer).toHaveTextContent('Date');
  await answer.click();
  await page.getByRole('option', { name: 'Free text' }).click();
  await question(1).fill('Which day suits you best?');
  await expect.element(answer).toHaveTextContent('Free text');
  await question(1).fill('Which day suits you?');
  await publish.click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
  await expect.element(dialog.getByRole('region', { name: 'Changes' })).toMatchTextContent(/Which day suits you\?/);
  await userEvent.keyboard('Asks for a day');
  await dialog.getByRole('button', { name: 'Publish version 2' }).click();
  await expect.element(page.getByText('Version 2 of “Berth reminders” is published')).toBeVisible();
  expect(service.listRequests(v1Routes.publishAgentVersion).map(({ json }) => json)).toEqual([
    { note: 'Asks for a day' },
  ]);
  await expect.element(publish).toHaveAccessibleDescription('There are no changes to publish.');
});

test('questions are moved and deleted by keyboard, and keep the focus', async () => {
  await renderEditor();
  for (const text of ['A?', 'B?', 'C?']) {
    await page.getByRole('button', { name: 'Add question' }).click();
    await userEvent.keyboard(text);
  }
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await expect.element(question(1)).toHaveValue('C?');
  await expect.element(question(1)).toHaveFocus();
  await expect.element(status('Moved to 1 of 3')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}{Delete}{/Alt}');
  await expect.element(question(1)).toHaveValue('A?');
  await expect.element(question(1)).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(question(1)).toHaveValue('C?');
  await expect.element(question(3)).toHaveValue('B?');
});

test('says that another window has changed the agent, and keeps the text until the user decides', async () => {
  const { changeElsewhere, listSaved } = await renderEditor();
  await expect.element(greeting).toBeVisible();
  changeElsewhere('Theirs');
  await greeting.fill('Mine');
  const banner = page.getByRole('alert', { name: 'Changed in another window' });
  await expect.element(banner).toMatchTextContent(/Different: Greeting\./);
  await expect.element(greeting).toHaveValue('Mine');
  await banner.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(greeting).toHaveValue('Theirs');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(greeting).toHaveValue('Mine');
  await expect.element(status(/^Saved/)).toBeVisible();
  changeElsewhere('Theirs again');
  await greeting.fill('Mine again');
  await banner.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(status(/^Saved/)).toBeVisible();
  expect(listSaved().at(-1)?.greeting).toBe('Mine again');
});

test('compares the draft of another window with the text here, and follows what that window saves meanwhile', async () => {
  const { changeElsewhere, listSaved } = await renderEditor();
  await expect.element(greeting).toBeVisible();
  changeElsewhere('Their greeting');
  await greeting.fill('My greeting');
  const compare = page.getByRole('button', { name: 'Compare' });
  await compare.click();
  const dialog = page.getByRole('dialog', { name: 'Compare drafts' });
  const differences = dialog.getByRole('region', { name: 'Differences' });
  await expect.element(differences).toMatchTextContent(/^Greeting\s*Theirs: Their greeting\s*Mine: My greeting$/);
  await userEvent.keyboard('{Escape}');
  await expect.element(compare).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  changeElsewhere('Their second greeting');
  await invalidate([]);
  await expect.element(differences).toMatchTextContent(/Theirs: Their second greeting\s*Mine: My greeting$/);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(status(/^Saved/)).toBeVisible();
  expect(listSaved().map((saved) => saved.greeting)).toEqual(['My greeting', 'My greeting']); // one refusal, one success

  changeElsewhere('Their last greeting');
  await greeting.fill('My last greeting');
  await compare.click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(greeting).toHaveValue('Their last greeting');
});

test('shows what another window has saved, if nothing is unsaved here', async () => {
  const { changeElsewhere } = await renderEditor();
  await expect.element(greeting).toBeVisible();
  changeElsewhere('Theirs');
  await invalidate([]);
  await expect.element(greeting).toHaveValue('Theirs');
  await expect.element(status('Changed in another window just now')).toBeVisible();
});

test('text that was not saved continues after the page has ended', async () => {
  const { service, goTo } = await renderEditor();
  await expect.element(greeting).toBeVisible();
  service.answer(v1Routes.saveAgentDraft, () => new Promise(() => {}));
  await greeting.fill('Not saved yet');
  goTo('/other');
  await expect.element(greeting).not.toBeInTheDocument();
  const kept: unknown = JSON.parse(JSON.stringify(keptAgentEdits.read()));
  resetAgentEdits();
  keptAgentEdits.restore(kept as ReturnType<typeof keptAgentEdits.read>); // as JSON, it is the same
  expect(Object.values(useAgentEdits.getState()).map(({ definition }) => definition.greeting)).toEqual([
    'Not saved yet',
  ]);
  const { listSaved } = await renderEditor();
  await expect.element(greeting).toHaveValue('Not saved yet');
  await expect.element(status(/^Saved/)).toBeVisible();
  expect(listSaved().at(-1)?.greeting).toBe('Not saved yet');
});

test('a role that cannot change agents reads the definition and the versions', async () => {
  await renderEditor({ role: 'viewer' });
  await expect.element(page.getByRole('note')).toMatchTextContent(/Admin|Manager/);
  await expect
    .element(page.getByRole('region', { name: 'Version 1' }))
    .toMatchTextContent(/this is the harbour office/);
  await expect.element(page.getByRole('list', { name: 'Versions' })).toMatchTextContent(/First one/);
  await expect.element(greeting).not.toBeInTheDocument();
});

test('an agent of a remote that reports its definition is read, and edited on the remote', async () => {
  await renderEditor({ isLinked: true });
  await expect
    .element(page.getByRole('note'))
    .toMatchTextContent('The remote decides what this agent says, so it is edited there.');
  await expect
    .element(page.getByRole('region', { name: 'Version 1' }))
    .toMatchTextContent(/this is the harbour office/);
  await expect.element(page.getByRole('list', { name: 'Versions' })).toMatchTextContent(/First one/);
  await expect.element(greeting).not.toBeInTheDocument();
});

test('an agent of a remote is not edited here', async () => {
  await renderEditor({ agent: createSampleAgent({ published_version: null, definition: null }) });
  await expect.element(page.getByText('“Berth reminders” is an agent of the remote')).toBeVisible();
  await expect.element(greeting).not.toBeInTheDocument();
});

test('an agent that a language model leads says that none is set up, and where to do that', async () => {
  const { service } = await renderEditor();
  await userEvent.click(page.getByRole('combobox', { name: 'Led by' }));
  await userEvent.click(page.getByRole('option', { name: /^Language model/ }));
  await expect.element(page.getByText(/^No language model is set up/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Set up a language model' }))
    .toHaveAttribute('href', expect.stringContaining('language-model'));
  await expect
    .poll(() => service.listRequests(v1Routes.saveAgentDraft).at(-1)?.json)
    .toMatchObject({ definition: { engine: 'model' } });
});

test('what is beside the form is reached without passing through the form', async () => {
  await renderEditor();
  await expect.element(greeting).toBeVisible();
  publish.element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('radio', { name: 'Preview' })).toHaveFocus();
});

test('the maximum talk time is typed, and one that is not allowed says what is', async () => {
  const { service } = await renderEditor();
  const minutes = page.getByRole('textbox', { name: 'Maximum talk time in minutes' });
  await minutes.fill('90');
  await userEvent.keyboard('{Tab}');
  await expect.element(minutes).toHaveAccessibleDescription('Enter a whole number from 1 to 60.');
  await minutes.fill('30');
  await userEvent.keyboard('{Tab}');
  await expect.element(minutes).not.toHaveAttribute('aria-invalid');
  await expect
    .poll(() => service.listRequests(v1Routes.saveAgentDraft).map(({ json }) => json))
    .toMatchObject([{ definition: { max_talk_minutes: 30 } }]);
});

/** Answers with a trial of the draft that is in progress, until it is ended. */
function answerTrial(
  { service }: Pick<Awaited<ReturnType<typeof renderEditor>>, 'service'>,
  mode: 'practice' | 'simulated',
) {
  const trial = { call: { isLive: true } };
  const definition = createSampleDefinition();
  service.answer(appRoutes.placeSimulatedCall, () => ({
    call_id: 'call_1',
    status: 'queued' as const,
    message: 'Queued.',
  }));
  service.answer(appRoutes.getCallDetails, () => ({
    ...sampleCallDetails,
    ...(trial.call.isLive && {
      status: 'in_progress' as const,
      disposition: null,
      duration_seconds: 0,
      ended_at: null,
    }),
    recording: null,
    has_recording: false,
    practice: mode === 'practice',
    trial: true,
    agent_version: null,
    tried: { definition, draft_revision: 1, request_id: null },
  }));
  const channels: [number[], number[]] = [[0], [0]];
  service.answer(v1Routes.getCallTimeline, () => ({
    call_id: 'call_1',
    simulated: true,
    agent_version: null,
    turns: [createSampleTurn('agent', 'Ahoy Wilhelmina!'), createSampleTurn('user', 'Hello.', 2)],
    times: 'exact' as const,
    has_more_turns: false,
    peaks: { per_second: 10, channels },
  }));
  service.answer(appRoutes.getTurnAudio, () => new Blob());
  return {
    end: async () => {
      trial.call.isLive = false;
      await invalidate([]);
    },
  };
}

test('a trial of the draft is beside its fields, and says when they have changed since', async () => {
  const editor = await renderEditor();
  const trial = answerTrial(editor, 'practice');
  await greeting.fill('Ahoy {first_name}!');
  await page.getByRole('radio', { name: 'Try' }).click();
  await page.getByRole('button', { name: 'Practice with the draft' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Your reply' })).toHaveFocus();
  const region = page.getByRole('region', { name: 'Trial', exact: true });
  await expect.element(region.getByRole('region', { name: 'Conversation' })).toMatchTextContent(/Ahoy Wilhelmina!/);
  await expect.element(greeting).toHaveValue('Ahoy {first_name}!');
  expect(editor.service.listRequests(appRoutes.placeSimulatedCall).map(({ json }) => json)).toMatchObject([
    { agent_id: '$agentId', trial: true, mode: 'practice', metadata: { first_name: 'Wilhelmina' } },
  ]);
  await expect.element(region.getByRole('note')).not.toBeInTheDocument();
  await greeting.fill('Moin {first_name}!');
  await expect.element(region.getByRole('note')).toMatchTextContent(/^The draft was changed after this call started\./);
  await expect.element(region.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await trial.end();
  await region.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Practice with the draft' })).toHaveFocus();
});

test('a simulated trial takes the focus of its button, and can be canceled', async () => {
  const editor = await renderEditor({
    agent: createSampleAgent({ draft: createSampleDraft(createSampleDefinition()) }),
  });
  answerTrial(editor, 'simulated');
  await expect.element(greeting).toBeVisible();
  openEditorTab('try');
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  const region = page.getByRole('region', { name: 'Trial', exact: true });
  await expect.element(region).toHaveFocus();
  await expect.element(page.getByRole('textbox', { name: 'Your reply' })).not.toBeInTheDocument();
  await region.getByRole('button', { name: 'Cancel call' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Cancel call' })).toBeVisible();
});

test('in a small window, the transcript of a trial is above the form', async () => {
  const editor = await renderEditor();
  answerTrial(editor, 'simulated');
  await page.viewport(900, 600);
  await greeting.fill('Ahoy {first_name}!');
  await page.getByRole('radio', { name: 'Try' }).click();
  await expect.element(greeting).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Trial', exact: true }).getByRole('region', { name: 'Conversation' }))
    .toBeVisible();
  await expect.element(greeting).toBeInTheDocument();
  const top = (element: Element) => element.getBoundingClientRect().top;
  const conversation = page
    .getByRole('region', { name: 'Trial', exact: true })
    .getByRole('region', { name: 'Conversation' })
    .element();
  expect(top(conversation)).toBeLessThan(top(greeting.element()));
});

test('the build of a request in UAT is tried for the request, with its acceptance test below', async () => {
  const agent = createSampleAgent({
    status: 'uat',
    published_version: 0,
    definition: null,
    draft: createSampleDraft(createSampleDefinition()),
  });
  const editor = await renderEditor({ agent });
  answerTrial(editor, 'simulated');
  editor.service.answer(appRoutes.listAgentRequestRecords, () => ({
    data: [{ ...sampleRequest, build_agent_id: '$agentId' }],
    unreadable: 0,
  }));
  editor.service.answer(v1Routes.getAcceptance, () => createSampleAcceptance());
  await invalidate([]);
  openEditorTab('try');
  await expect.element(page.getByRole('checkbox', { name: 'Offer a payment plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Trial', exact: true }).getByRole('region', { name: 'Conversation' }))
    .toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Offer a payment plan' })).toBeVisible();
  const [sent] = editor.service.listRequests(appRoutes.placeSimulatedCall).map(({ json }) => json);
  expect(sent).toMatchObject({ request_id: 'req_1', mode: 'simulated' });
  expect(sent).not.toHaveProperty('agent_id');
  await expect.element(page.getByRole('link', { name: 'Back to the build request' })).toBeVisible();
});
