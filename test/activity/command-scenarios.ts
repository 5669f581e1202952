import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { awaitCall } from '../helpers/await-call.ts';
import { awaitDocument } from '../helpers/await-document.ts';
import { makeWorkspace, type CallRoom } from '../helpers/call-room.ts';
import { makeKey } from '../helpers/start-local.ts';
import { upload, uploadAndAwait } from '../helpers/upload.ts';

/** Makes what a command needs, and gives what runs it and waits until its effect is over. */
export type Scenario = (room: CallRoom) => Promise<() => Promise<unknown>>;

const later =
  (run: (room: CallRoom) => Promise<unknown>): Scenario =>
  async (room) =>
  () =>
    run(room);

const template = { kind: 'metadata_template', name: 'Lead', value: { metadata: { lead: '1' } } } as const;

const submit = async ({ v1 }: CallRoom) =>
  (await v1(v1Routes.submitRequest, { json: { name: 'Collections', objective: 'Remind customers' } })).request_id;

const bringToUat = async (room: CallRoom): Promise<string> => {
  const request_id = await submit(room);
  for (const to of ['in_development', 'uat'] as const)
    await room.app(appRoutes.moveRequest, { params: { request_id }, json: { to } });
  return request_id;
};

const deliver = ({ app }: CallRoom, request_id: string) => {
  const json = { name: 'Collections', objective: 'Remind customers', greeting: 'Hello', voice: 'slt' } as const;
  return app(appRoutes.deliverRequest, { params: { request_id }, json });
};

const startTyped = async (room: CallRoom): Promise<string> => {
  const call_id = await room.rehearse({ recipient: 'typed' });
  const turns = async () => (await room.v1(v1Routes.getTimeline, { params: { call_id } })).turns;
  while ((await turns()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return call_id;
};

const endCall = async ({ v1, app }: CallRoom, call_id: string) => {
  await app(appRoutes.hangUp, { params: { call_id } }).catch(() => undefined); // or it has ended already
  await awaitCall(v1, call_id);
};

/** Another workspace, which is not the open one. */
const makeOther = async (room: CallRoom): Promise<string> => {
  const home = (await room.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';
  const other = await makeWorkspace(room, 'Another');
  await room.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
  return other;
};

const makeNote = async (room: CallRoom) => {
  const call_id = await room.rehearse({ persona: 'no_answer' });
  await awaitCall(room.v1, call_id);
  const { note_id } = await room.app(appRoutes.addNote, { params: { call_id }, json: { at_seconds: 0, text: 'Hm' } });
  return { call_id, note_id };
};

const brokenPdf = '%PDF-1.7\nnothing of a PDF follows';

export const commandScenarios: Readonly<Record<string, Scenario>> = {
  uploadDocument: later(async ({ v1 }) => awaitDocument(v1, await upload(v1, 'Rota', 'The lamp is trimmed at dusk.'))),
  deleteDocument: async ({ v1 }) => {
    const { document_id } = await uploadAndAwait(v1, 'Rota', 'The lamp is trimmed at dawn.');
    return () => v1(v1Routes.deleteDocument, { params: { document_id } });
  },
  retryDocument: async ({ v1 }) => {
    const { document_id } = await uploadAndAwait(v1, 'Broken', brokenPdf, 'broken.pdf');
    return async () => {
      await v1(v1Routes.retryDocument, { params: { document_id } });
      await awaitDocument(v1, document_id);
    };
  },
  submitAgentRequest: later(submit),
  changeAgentRequest: async (room) => {
    const request_id = await submit(room);
    const json = { assigned_engineer: 'Hanna Sundby', estimated_uat_date: '2026-04-01T09:00:00.000Z' };
    return () => room.app(appRoutes.changeRequest, { params: { request_id }, json });
  },
  moveAgentRequest: async (room) => {
    const request_id = await submit(room);
    return () => room.app(appRoutes.moveRequest, { params: { request_id }, json: { to: 'in_development' } });
  },
  deliverAgentRequest: async (room) => {
    const request_id = await bringToUat(room);
    return () => deliver(room, request_id);
  },
  changeAgent: async (room) => {
    const { agent_id } = await deliver(room, await bringToUat(room));
    const params = { agent_id: agent_id ?? '' };
    return () => room.app(appRoutes.changeAgent, { params, json: { status: 'retired' } });
  },
  placeCall: later(async ({ v1, agentId }) => {
    const json = { agent_id: agentId, recipient_number: '+15550199' };
    await awaitCall(v1, (await v1(v1Routes.placeCall, { json })).call_id);
  }),
  placeRehearsal: later(async (room) => awaitCall(room.v1, await room.rehearse({ persona: 'no_answer' }))),
  cancelCall: async (room) => {
    const call_id = await startTyped(room);
    return async () => {
      await room.v1(v1Routes.cancelCall, { params: { call_id } });
      await awaitCall(room.v1, call_id);
    };
  },
  sayTurn: async (room) => {
    const call_id = await startTyped(room);
    return async () => {
      await room.app(appRoutes.sayTurn, { params: { call_id }, json: { text: 'Yes' } });
      await endCall(room, call_id);
    };
  },
  hangUp: async (room) => {
    const call_id = await startTyped(room);
    return () => endCall(room, call_id);
  },
  addNote: async (room) => {
    const { call_id } = await makeNote(room);
    return () => room.app(appRoutes.addNote, { params: { call_id }, json: { at_seconds: 0, text: 'Ah' } });
  },
  changeNote: async (room) => {
    const params = await makeNote(room);
    return () => room.app(appRoutes.changeNote, { params, json: { text: 'Ah' } });
  },
  deleteNote: async (room) => {
    const params = await makeNote(room);
    return () => room.app(appRoutes.deleteNote, { params });
  },
  payInvoice: async ({ app }) => {
    const { data } = await app(appRoutes.listInvoiceRecords, {});
    const { invoice_id = '' } = data.find(({ status }) => status === 'open') ?? {};
    return () => app(appRoutes.payInvoice, { params: { invoice_id } });
  },
  createApiKey: later((room) => makeKey(room, 'viewer')),
  rotateApiKey: async (room) => {
    const { key_id } = await makeKey(room, 'viewer');
    return () => room.v1(v1Routes.rotateApiKey, { params: { key_id } });
  },
  revokeApiKey: async (room) => {
    const { key_id } = await makeKey(room, 'viewer');
    return () => room.v1(v1Routes.revokeApiKey, { params: { key_id } });
  },
  saveItem: later(({ app }) => app(appRoutes.saveItem, { json: template })),
  deleteSavedItem: async ({ app }) => {
    const { saved_id } = await app(appRoutes.saveItem, { json: template });
    return () => app(appRoutes.deleteSavedItem, { params: { saved_id } });
  },
  changeRole: later(({ app }) => app(appRoutes.changeRole, { json: { role: 'admin' } })),
  changeSettings: later(({ app }) => app(appRoutes.changeSettings, { json: { theme: 'dark' } })),
  changeListening: later(({ app }) => app(appRoutes.changeListening, { json: { is_on: false } })),
  createWorkspace: later((room) => makeWorkspace(room, 'New')),
  openWorkspace: async (room) => {
    const workspace_id = await makeOther(room);
    return () => room.app(appRoutes.openWorkspace, { params: { workspace_id } });
  },
  renameWorkspace: async (room) => {
    const workspace_id = await makeOther(room);
    return () => room.app(appRoutes.renameWorkspace, { params: { workspace_id }, json: { name: 'Renamed' } });
  },
  removeWorkspace: async (room) => {
    const workspace_id = await makeOther(room);
    return () => room.app(appRoutes.removeWorkspace, { params: { workspace_id } });
  },
};
