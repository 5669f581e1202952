import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { waitForCall } from '../helpers/wait-for-call.ts';
import { waitForDocument } from '../helpers/wait-for-document.ts';
import { createLocalWorkspace, type CallService } from '../helpers/start-call-service.ts';
import { createTestApiKey } from '../helpers/start-service-with-workspace.ts';
import { upload, uploadAndWait } from '../helpers/upload.ts';

/** Makes what a command needs, and gives what runs it and waits until its effect is over. */
export type Scenario = (room: CallService) => Promise<() => Promise<unknown>>;

const later =
  (run: (room: CallService) => Promise<unknown>): Scenario =>
  async (room) =>
  () =>
    run(room);

const template = { kind: 'metadata_template', name: 'Lead', value: { metadata: { lead: '1' } } } as const;

const submit = async ({ v1 }: CallService) =>
  (await v1(v1Routes.submitAgentRequest, { json: { name: 'Collections', objective: 'Remind customers' } })).request_id;

const bringToUat = async (room: CallService): Promise<string> => {
  const request_id = await submit(room);
  for (const to of ['in_development', 'uat'] as const)
    await room.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
  return request_id;
};

const deliver = ({ app }: CallService, request_id: string) => {
  const json = { name: 'Collections', objective: 'Remind customers', greeting: 'Hello', voice: 'slt' } as const;
  return app(appRoutes.deliverAgentRequest, { params: { request_id }, json });
};

const startTyped = async (room: CallService): Promise<string> => {
  const call_id = await room.placeSimulatedCall({ mode: 'practice' });
  const turns = async () => (await room.v1(v1Routes.getCallTimeline, { params: { call_id } })).turns;
  while ((await turns()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return call_id;
};

const endCall = async ({ v1, app }: CallService, call_id: string) => {
  await app(appRoutes.hangUp, { params: { call_id } }).catch(() => undefined); // or it has ended already
  await waitForCall(v1, call_id);
};

/** Another workspace, which is not the open one. */
const makeOther = async (room: CallService): Promise<string> => {
  const home = (await room.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';
  const other = await createLocalWorkspace(room, 'Another');
  await room.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
  return other;
};

const makeNote = async (room: CallService) => {
  const call_id = await room.placeSimulatedCall({ persona: 'no_answer' });
  await waitForCall(room.v1, call_id);
  const { note_id } = await room.app(appRoutes.createNote, {
    params: { call_id },
    json: { at_seconds: 0, text: 'Hm' },
  });
  return { call_id, note_id };
};

const brokenPdf = '%PDF-1.7\nnothing of a PDF follows';

export const commandScenarios: Readonly<Record<string, Scenario>> = {
  uploadDocument: later(async ({ v1 }) =>
    waitForDocument(v1, await upload(v1, 'Rota', 'The lamp is trimmed at dusk.')),
  ),
  deleteDocument: async ({ v1 }) => {
    const { document_id } = await uploadAndWait(v1, 'Rota', 'The lamp is trimmed at dawn.');
    return () => v1(v1Routes.deleteDocument, { params: { document_id } });
  },
  retryDocument: async ({ v1 }) => {
    const { document_id } = await uploadAndWait(v1, 'Broken', brokenPdf, 'broken.pdf');
    return async () => {
      await v1(v1Routes.retryDocument, { params: { document_id } });
      await waitForDocument(v1, document_id);
    };
  },
  submitAgentRequest: later(submit),
  updateAgentRequest: async (room) => {
    const request_id = await submit(room);
    const json = { assigned_engineer: 'Hanna Sundby', estimated_uat_date: '2026-04-01T09:00:00.000Z' };
    return () => room.app(appRoutes.updateAgentRequest, { params: { request_id }, json });
  },
  moveAgentRequest: async (room) => {
    const request_id = await submit(room);
    return () => room.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to: 'in_development' } });
  },
  deliverAgentRequest: async (room) => {
    const request_id = await bringToUat(room);
    return () => deliver(room, request_id);
  },
  updateAgent: async (room) => {
    const { agent_id } = await deliver(room, await bringToUat(room));
    const params = { agent_id: agent_id ?? '' };
    return () => room.app(appRoutes.updateAgent, { params, json: { status: 'archived' } });
  },
  placeCall: later(async ({ v1, agentId }) => {
    const json = { agent_id: agentId, recipient_number: '+15550199' };
    await waitForCall(v1, (await v1(v1Routes.placeCall, { json })).call_id);
  }),
  placeSimulatedCall: later(async (room) =>
    waitForCall(room.v1, await room.placeSimulatedCall({ persona: 'no_answer' })),
  ),
  cancelCall: async (room) => {
    const call_id = await startTyped(room);
    return async () => {
      await room.v1(v1Routes.cancelCall, { params: { call_id } });
      await waitForCall(room.v1, call_id);
    };
  },
  sendTurn: async (room) => {
    const call_id = await startTyped(room);
    return async () => {
      await room.app(appRoutes.sendTurn, { params: { call_id }, json: { text: 'Yes' } });
      await endCall(room, call_id);
    };
  },
  hangUp: async (room) => {
    const call_id = await startTyped(room);
    return () => endCall(room, call_id);
  },
  createNote: async (room) => {
    const { call_id } = await makeNote(room);
    return () => room.app(appRoutes.createNote, { params: { call_id }, json: { at_seconds: 0, text: 'Ah' } });
  },
  updateNote: async (room) => {
    const params = await makeNote(room);
    return () => room.app(appRoutes.updateNote, { params, json: { text: 'Ah' } });
  },
  deleteNote: async (room) => {
    const params = await makeNote(room);
    return () => room.app(appRoutes.deleteNote, { params });
  },
  markInvoicePaid: async ({ app }) => {
    const { data } = await app(appRoutes.listInvoiceRecords, {});
    const { invoice_id = '' } = data.find(({ status }) => status === 'open') ?? {};
    return () => app(appRoutes.markInvoicePaid, { params: { invoice_id } });
  },
  createApiKey: later((room) => createTestApiKey(room, 'viewer')),
  rotateApiKey: async (room) => {
    const { key_id } = await createTestApiKey(room, 'viewer');
    return () => room.v1(v1Routes.rotateApiKey, { params: { key_id } });
  },
  revokeApiKey: async (room) => {
    const { key_id } = await createTestApiKey(room, 'viewer');
    return () => room.v1(v1Routes.revokeApiKey, { params: { key_id } });
  },
  saveItem: later(({ app }) => app(appRoutes.saveItem, { json: template })),
  deleteSavedItem: async ({ app }) => {
    const { saved_id } = await app(appRoutes.saveItem, { json: template });
    return () => app(appRoutes.deleteSavedItem, { params: { saved_id } });
  },
  changeRole: later(({ app }) => app(appRoutes.changeRole, { json: { role: 'admin' } })),
  updateSettings: later(({ app }) => app(appRoutes.updateSettings, { json: { theme: 'dark' } })),
  updateLocalApi: later(({ app }) => app(appRoutes.updateLocalApi, { json: { enabled: false } })),
  createWorkspace: later((room) => createLocalWorkspace(room, 'New')),
  openWorkspace: async (room) => {
    const workspace_id = await makeOther(room);
    return () => room.app(appRoutes.openWorkspace, { params: { workspace_id } });
  },
  renameWorkspace: async (room) => {
    const workspace_id = await makeOther(room);
    return () => room.app(appRoutes.renameWorkspace, { params: { workspace_id }, json: { name: 'Renamed' } });
  },
  deleteWorkspace: async (room) => {
    const workspace_id = await makeOther(room);
    return () => room.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
  },
};
