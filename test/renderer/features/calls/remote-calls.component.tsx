import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CallHeader } from '../../../../renderer/features/calls/call/call-header.tsx';
import { AddCallsDialog } from '../../../../renderer/features/calls/list/add-calls-dialog.tsx';
import { PlaceCallForm } from '../../../../renderer/features/calls/place-call/place-call-form.tsx';
import { resetPlaceCallStore } from '../../../../renderer/features/calls/place-call/place-call-store.ts';
import { MissingRecording } from '../../../../renderer/features/calls/remote/missing-recording.tsx';
import { PendingCall } from '../../../../renderer/features/calls/remote/pending-call.tsx';
import { MoreTurnsNote } from '../../../../renderer/features/calls/remote/more-turns-note.tsx';
import { TurnTimesNote } from '../../../../renderer/features/calls/remote/turn-times-note.tsx';
import type { CallDetails, CallTimeline } from '../../../../shared/calls/calls.ts';
import { noCapabilities, type Capabilities } from '../../../../shared/workspaces/connection.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { OpenOutboxItem, SyncState } from '../../../../shared/workspaces/sync.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { createSampleTurn, sampleCallDetails } from '../../../helpers/components/sample-call.ts';

const noNeighbors = { ids: { previous: null, next: null }, position: null, goTo: () => {} };

const linked = { workspace: { kind: 'linked', remote_host: 'voice.example' } } as const;

const remote = { id: 'call_9', status: null, error: null, fetched_at: null };
const realCall: CallDetails = { ...sampleCallDetails, simulated: false, recording: null, remote };

function startLinkedService(capabilities: Partial<Capabilities> = {}, state: SyncState = 'up_to_date') {
  const service = startFakeService();
  const settings = { base_url: 'https://voice.example', org_id: 'org_1', key_header: 'Authorization' };
  service.answer(appRoutes.getConnection, () => ({
    connection: {
      ...settings,
      allow_http: false,
      certificate_sha256: null,
      key_hint: '1234',
      role: 'admin' as const,
      capabilities: { ...noCapabilities, ...capabilities },
      checked_at: null,
    },
  }));
  service.answer(appRoutes.getSyncStatus, () => ({
    status: {
      state,
      since: '2026-03-01T09:30:00.000Z',
      reason: null,
      waiting: 0,
      needs_you: 0,
      reached_at: null,
      parts: [],
    },
  }));
  service.answer(appRoutes.listCallFacets, () => ({
    dispositions: [],
    tags: [],
    reviewers: [],
    recent_recipients: [],
  }));
  service.answer(v1Routes.listSavedItems, () => ({ data: [] }));
  return service;
}

const renderForm = async () => {
  resetPlaceCallStore();
  await renderInWindow(<PlaceCallForm agents={[]} />, { ...linked, path: '/calls' });
};

test('the form of a linked workspace says that a real call is placed, and takes an agent ID', async () => {
  const service = startLinkedService();
  service.answer(appRoutes.placeRemoteCall, () => ({
    call_id: 'call_1',
    status: 'queued' as const,
    message: 'Queued.',
  }));
  await renderForm();
  await expect.element(page.getByRole('note')).toMatchTextContent('A real call will be placed.');
  expect(page.getByRole('combobox', { name: 'Speed' }).query()).toBeNull();
  expect(page.getByRole('combobox', { name: 'Recipient' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Place call' }).click();
  await expect.element(page.getByText('Enter the ID of an agent.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Agent ID' }).fill('agt_remote');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 415 555 0132');
  await page.getByRole('button', { name: 'Place call' }).click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1' })).toBeVisible();
  expect(service.listRequests(appRoutes.placeRemoteCall).map(({ json }) => json)).toEqual([
    { remote_agent_id: 'agt_remote', recipient_number: '+14155550132' },
  ]);
});

test('while the remote cannot be reached, the form says until when the call waits', async () => {
  startLinkedService({ agent_list: true }, 'offline');
  await renderForm();
  await expect.element(page.getByRole('note')).toMatchTextContent('The remote can’t be reached. The call waits until');
  await expect.element(page.getByRole('combobox', { name: 'Agent' })).toBeVisible();
});

const item = {
  item_id: 'out_1',
  kind: 'place_call',
  subject_id: 'call_1',
  label: '+14155550132',
  attempts: 1,
  queued_at: '2026-03-01T09:30:00.000Z',
  next_attempt_at: null,
  send_not_after: '2026-03-01T09:45:00.000Z',
  keeps_document: false,
} as const;

test.each([
  { state: 'queued', reason: null, actions: ['send', 'cancel'], title: 'Waiting to be sent', first: 'Send now' },
  {
    state: 'held',
    reason: 'It was not sent in time.',
    actions: ['send', 'cancel'],
    title: 'On hold. Send now?',
    first: 'Send now',
  },
  {
    state: 'unknown',
    reason:
      'The remote responded with HTTP 503, which does not prove that nothing happened. The remote may have placed this call.',
    actions: ['check', 'mark_done', 'send', 'cancel'],
    title: 'Outcome unknown',
    first: 'Check',
  },
  {
    state: 'rejected',
    reason: 'Unknown agent.',
    actions: ['edit', 'send', 'cancel'],
    title: 'The remote refused this call',
    first: 'Edit',
  },
] as const)('a call that is $state shows its reason and actions', async ({ title, first, actions, ...state }) => {
  startLinkedService();
  const pending = { ...item, ...state, actions: [...actions] };
  await renderInWindow(<PendingCall details={{ ...realCall, status: 'queued', pending }} item={pending} />, linked);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  if (state.reason !== null) await expect.element(page.getByText(state.reason)).toBeVisible();
  const buttons = page.getByRole('group', { name: 'Actions' }).getByRole('button');
  await expect.element(buttons.first()).toMatchTextContent(first);
  expect(buttons.elements()).toHaveLength(actions.length);
});

test('sending a call again whose response was lost asks first', async () => {
  const service = startLinkedService();
  const pending: OpenOutboxItem = { ...item, state: 'unknown', reason: null, actions: ['send'] };
  await renderInWindow(<PendingCall details={realCall} item={pending} />, linked);
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Send again' })).toMatchTextContent('twice');
  expect(service.listRequests(appRoutes.sendOutboxItem)).toEqual([]);
});

test('the header of a real call has the remote’s ID and no badge of simulated calls', async () => {
  startLinkedService();
  const details: CallDetails = {
    ...realCall,
    recipient_number: '',
    created_at: null,
    remote: { ...remote, status: 'transferred_to_human', error: 'The remote does not have this call.' },
  };
  await renderInWindow(
    <CallHeader
      details={details}
      timeline={{ turns: [], times: 'unknown' }}
      notes={[]}
      neighbors={noNeighbors}
      getSeconds={() => 0}
    />,
    linked,
  );
  await expect.element(page.getByText('Number not known')).toBeVisible();
  await expect.element(page.getByText('Date not known')).toBeVisible();
  await expect.element(page.getByText('transferred_to_human')).toBeVisible();
  await expect.element(page.getByText('call_9')).toBeVisible();
  await expect.element(page.getByText('The remote does not have this call.')).toBeVisible();
  expect(page.getByText(/Simulated/).query()).toBeNull();
});

test('a recording that could not be downloaded shows why, and can be downloaded again', async () => {
  const service = startLinkedService();
  service.answer(appRoutes.fetchRecording, () => ({ is_fetching: true }));
  const remote_recording = { is_fetching: false, error: 'The file is not an MP3.' };
  await renderInWindow(<MissingRecording details={{ ...realCall, remote_recording }} />, linked);
  await expect.element(page.getByText('The recording could not be downloaded. The file is not an MP3.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => service.listRequests(appRoutes.fetchRecording)).toHaveLength(1);
});

test('a call of this computer without a kept recording explains it, without an error', async () => {
  startFakeService();
  await renderInWindow(
    <MissingRecording details={{ ...sampleCallDetails, recording: null, remote_recording: null }} />,
  );
  await expect.element(page.getByText('The recording was not kept. You can read the transcript.')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
  expect(page.getByRole('button').query()).toBeNull();
});

test('estimated times are labelled and can be moved', async () => {
  const service = startLinkedService();
  service.answer(appRoutes.shiftTurnTimes, () => ({ times: 'estimated' as const }));
  const turns = [createSampleTurn('agent', 'Hello')];
  const peaks: CallTimeline['peaks'] = { per_second: 1, channels: [[], []] };
  const timeline: CallTimeline = {
    call_id: 'call_1',
    simulated: false,
    agent_version: null,
    turns,
    times: 'estimated',
    has_more_turns: false,
    peaks,
  };
  await renderInWindow(<TurnTimesNote timeline={timeline} />, linked);
  await expect.element(page.getByText('Times are estimated')).toBeVisible();
  await page.getByRole('button', { name: 'Move all turns 0.5 seconds later' }).click();
  await expect
    .poll(() => service.listRequests(appRoutes.shiftTurnTimes).map(({ json }) => json))
    .toEqual([{ seconds: 0.5 }]);
});

test('a call with more turns than are stored says so', async () => {
  await renderInWindow(<MoreTurnsNote shown={4_096} />, linked);
  await expect.element(page.getByText(/^Only the first 4,096 turns are stored and shown\./)).toBeVisible();
});

test('calls are added by the remote’s IDs', async () => {
  const service = startLinkedService();
  service.answer(appRoutes.importCalls, () => ({ added: 1, known: 0, not_found: ['call_8'], failed: [] }));
  await renderInWindow(<AddCallsDialog onClose={() => {}} />, linked);
  await page.getByRole('textbox', { name: 'Call IDs' }).fill('call_id,note\ncall_7,a\ncall_8,b');
  await page.getByRole('button', { name: 'Add 2 calls' }).click();
  await expect.element(page.getByRole('status')).toMatchTextContent('1 call added.');
  await expect.element(page.getByText('call_8')).toBeVisible();
  expect(service.listRequests(appRoutes.importCalls)[0]?.json).toEqual({ ids: ['call_7', 'call_8'] });
});
