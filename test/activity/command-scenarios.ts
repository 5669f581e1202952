import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { openEventStream } from '../helpers/service/subscribe-to-events.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { createLocalWorkspace, type CallService } from '../helpers/service/start-call-service.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';
import { replace, upload, uploadAndWait, waitForVersion } from '../helpers/service/upload.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

/** Creates the resources that an operation requires. Returns a function that runs it and waits for its effect. */
export type Scenario = (service: CallService) => Promise<() => Promise<unknown>>;

const withoutSetup =
  (run: (service: CallService) => Promise<unknown>): Scenario =>
  async (service) =>
  () =>
    run(service);

const template = { kind: 'metadata_template', name: 'Lead', value: { metadata: { lead: '1' } } } as const;

const submit = async ({ v1 }: CallService) =>
  (await v1(v1Routes.submitAgentRequest, { json: { name: 'Collections', objective: 'Remind customers' } })).request_id;

const submitAndMoveToUat = async (service: CallService): Promise<string> => {
  const request_id = await submit(service);
  for (const to of ['in_development', 'uat'] as const)
    await service.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
  return request_id;
};

const deliver = ({ app }: CallService, request_id: string) => {
  const json = { name: 'Collections', objective: 'Remind customers', greeting: 'Hello', voice: 'slt' } as const;
  return app(appRoutes.deliverAgentRequest, { params: { request_id }, json });
};

/** Returns the first agent of the workspace with its definition. */
const readAgent = async ({ v1, agentId }: CallService) => {
  const { definition, agent_id } = await v1(v1Routes.getAgent, { params: { agent_id: agentId } });
  if (!definition) throw new Error('The agent has no definition.');
  return { agent_id, definition };
};

/** Changes the draft of the first agent. */
const saveDraft = async (service: CallService) => {
  const { agent_id, definition } = await readAgent(service);
  const json = { definition: { ...definition, greeting: `Hello from ${randomUUID()}.` } };
  await service.v1(v1Routes.saveAgentDraft, { params: { agent_id }, json });
  return { agent_id };
};

const createCriterion = async ({ v1 }: CallService) => {
  const json = { name: 'Polite', description: '', weight: 1, rule: null };
  const { criterion_id } = await v1(v1Routes.createCriterion, { json });
  return { criterion_id };
};

const startPracticeCall = async (service: CallService): Promise<string> => {
  const call_id = await service.placeSimulatedCall({ mode: 'practice' });
  await waitForTurns(service.v1, call_id, 1);
  return call_id;
};

const findUnreversedInvoice = async ({ app }: CallService): Promise<string> => {
  const { data } = await app(appRoutes.listInvoiceRecords, {});
  const invoice = data.findLast(({ status, line_items }) => status === 'paid' && line_items?.reversed_at === null);
  if (!invoice) throw new Error('There is no paid invoice.');
  return invoice.invoice_id;
};

const endCall = async ({ v1, app }: CallService, call_id: string) => {
  await app(appRoutes.hangUp, { params: { call_id } }).catch(() => undefined); // the call may have ended already
  await waitForCall(v1, call_id);
};

/** Creates a second workspace and opens the first one again. */
const createSecondWorkspace = async (service: CallService): Promise<string> => {
  const home = (await service.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';
  const other = await createLocalWorkspace(service, 'Another');
  await service.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
  return other;
};

/** Creates and opens a workspace that is linked to a remote that cannot be reached. */
const openLinkedWorkspace = async ({ app }: CallService): Promise<void> => {
  const { data } = await app(appRoutes.listWorkspaces, {});
  const connection = { base_url: 'http://127.0.0.1:9', org_id: `org_${randomUUID()}`, api_key: 'remote key' };
  await app(appRoutes.createWorkspace, { json: { kind: 'linked', name: `Linked ${data.length}`, connection } });
};

/** Adds a change to a linked workspace whose response was lost. */
const addUnknownChange = async (service: CallService): Promise<{ readonly item_id: string }> => {
  await openLinkedWorkspace(service);
  const { workspace } = await service.app(appRoutes.getSession, {});
  const item_id = `out_${workspace?.workspace_id}`;
  const db = connectToWorkspace(join(service.dataDir, 'workspaces', workspace?.workspace_id ?? ''));
  db.run(
    `INSERT INTO outbox_item
       (item_id, org_id, kind, state, subject_id, label, payload, placed_by, created_at, first_sent_at)
     SELECT ?, org_id, 'upload_document', 'unknown', 'doc_1', 'Rota', '{}', 'window', 0, 0 FROM organization`,
    item_id,
  );
  db.close();
  return { item_id };
};

/** Marks a turn as a question that only a new document answers. Returns the id of the question. */
const addAnsweredGap = async (service: CallService): Promise<string> => {
  await uploadAndWait(service.v1, 'Payment', 'You can pay with bitcoin. We accept bitcoin for every installation.');
  const call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
  await waitForCall(service.v1, call_id);
  const { workspace } = await service.app(appRoutes.getSession, {});
  const db = connectToWorkspace(join(service.dataDir, 'workspaces', workspace?.workspace_id ?? ''));
  const text = 'Do you accept bitcoin?';
  db.run(`INSERT INTO turn SELECT id * 4096, 'user', ?, 0, 1000 FROM call WHERE call_id = ?`, text, call_id);
  const turn = db.get<{ readonly turn: number }>(
    'INSERT INTO unanswered_question (turn, org_id, asked_at) SELECT id * 4096, org_id, 0 FROM call WHERE call_id = ? RETURNING turn',
    call_id,
  )?.turn;
  db.close();
  return `qst_${turn}`;
};

const createNote = async (service: CallService) => {
  const call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
  await waitForCall(service.v1, call_id);
  const { note_id } = await service.v1(v1Routes.createNote, {
    params: { call_id },
    json: { at_seconds: 0, text: 'Hm' },
  });
  return { call_id, note_id };
};

const createEmail = () => `${randomUUID()}@example.com`;

const invite = async ({ app, v1 }: CallService) => {
  const org_id = (await app(appRoutes.getSession, {})).org_id ?? '';
  const json = { email: createEmail(), role: 'viewer' } as const;
  return { ...(await v1(v1Routes.inviteMember, { params: { org_id }, json })), org_id };
};

const passphrase = 'seven brass lanterns';

const setUpLock = async ({ app }: CallService) => {
  const { is_set_up } = await app(appRoutes.getWindowLock, {});
  if (!is_set_up) await app(appRoutes.updateWindowLock, { json: { passphrase } });
};

const brokenPdf = '%PDF-1.7\nnot a PDF';

/** Returns a document that an earlier scenario has uploaded, so that no other one is processed in the background. */
const findRota = async ({ v1 }: CallService) => {
  const { data } = await v1(v1Routes.listDocuments, { query: { status: 'active' } });
  const rota = data.find(({ title }) => title === 'Rota');
  return rota?.document_id ?? (await uploadAndWait(v1, 'Rota', 'The lamp is trimmed at noon.')).document_id;
};

const uploadVersions = async (v1: CallService['v1']) => {
  const document = await uploadAndWait(v1, 'Tides', 'The tide is low at four.');
  const { version } = await replace(v1, document.document_id, 'The tide is low at five.', 'tides.txt');
  await waitForVersion(v1, document.document_id, version);
  return document;
};

export const commandScenarios: Readonly<Record<string, Scenario>> = {
  uploadDocument: withoutSetup(async ({ v1 }) =>
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
  updateDocument: async (service) => {
    const params = { document_id: await findRota(service) };
    const json = { title: 'Rota', add_labels: ['Lamps'] };
    return () => service.v1(v1Routes.updateDocument, { params, json });
  },
  replaceDocument: async ({ v1 }) => {
    const { document_id } = await uploadAndWait(v1, 'Tides', 'The tide is high at four.');
    return async () => {
      const { version } = await replace(v1, document_id, 'The tide is high at five.', 'tides.txt');
      await waitForVersion(v1, document_id, version);
    };
  },
  restoreDocumentVersion: async ({ v1 }) => {
    const { document_id } = await uploadVersions(v1);
    return async () => {
      const params = { document_id, version: '1' };
      const { version } = await v1(v1Routes.restoreDocumentVersion, { params });
      await waitForVersion(v1, document_id, version);
    };
  },
  deleteDocumentVersion: async ({ v1 }) => {
    const { document_id } = await uploadVersions(v1);
    return () => v1(v1Routes.deleteDocumentVersion, { params: { document_id, version: '1' } });
  },
  decideSimilarDocument: async ({ v1 }) => {
    const older = await uploadAndWait(v1, 'Tides', 'The tide is high at four.');
    const { document_id } = await uploadAndWait(v1, 'New tides', 'The tide is high at five.');
    const json = { similar_id: older.document_id, decision: 'replace' } as const;
    return () => v1(v1Routes.decideSimilarDocument, { params: { document_id }, json });
  },
  updateDocumentLabels: async (service) => {
    const json = { document_ids: [await findRota(service)], add_labels: ['Lamps'], remove_labels: ['Nets'] };
    return () => service.v1(v1Routes.updateDocumentLabels, { json });
  },
  updateCallReview: async ({ v1, placeSimulatedCall }) => {
    const call_id = await placeSimulatedCall({ persona: 'no_answer' });
    return () => v1(v1Routes.updateCallReview, { params: { call_id }, json: { review_state: 'reviewed' } });
  },
  updateCallReviews: async ({ v1, placeSimulatedCall }) => {
    const ids = [await placeSimulatedCall({ persona: 'no_answer' }), await placeSimulatedCall({ persona: 'busy' })];
    return () => v1(v1Routes.updateCallReviews, { json: { calls: { ids }, add_tags: ['Follow up'] } });
  },
  correctCallOutcome: async ({ v1, placeSimulatedCall }) => {
    const call_id = await placeSimulatedCall({ persona: 'wrong_person' });
    await waitForCall(v1, call_id);
    return () => v1(v1Routes.correctCallOutcome, { params: { call_id }, json: { disposition: 'Interested' } });
  },
  updateFollowUp: async ({ v1, placeSimulatedCall }) => {
    const call_id = await placeSimulatedCall({ persona: 'wrong_person' });
    await waitForCall(v1, call_id);
    await v1(v1Routes.correctCallOutcome, { params: { call_id }, json: { disposition: 'Follow-up needed' } });
    const { data } = await v1(v1Routes.listFollowUps, { query: { call_id } });
    const params = { call_id, follow_up: data[0]?.follow_up ?? '' };
    return () => v1(v1Routes.updateFollowUp, { params, json: { is_done: true } });
  },
  scoreCriterion: async (service) => {
    const params = {
      call_id: await service.placeSimulatedCall({ persona: 'no_answer' }),
      ...(await createCriterion(service)),
    };
    return () => service.v1(v1Routes.scoreCriterion, { params, json: { answer: 'yes' } });
  },
  createCriterion: withoutSetup(createCriterion),
  updateCriterion: async (service) => {
    const params = await createCriterion(service);
    return () => service.v1(v1Routes.updateCriterion, { params, json: { weight: 5 } });
  },
  deleteCriterion: async (service) => {
    const params = await createCriterion(service);
    return () => service.v1(v1Routes.deleteCriterion, { params });
  },
  updateRecipientNameRule: withoutSetup(({ app }) =>
    app(appRoutes.updateRecipientNameRule, { json: { rule: [['name'], ['first_name', 'last_name']] } }),
  ),
  submitAgentRequest: withoutSetup(submit),
  updateAgentRequest: async (service) => {
    const request_id = await submit(service);
    const json = { assigned_engineer: 'Hanna Sundby', estimated_uat_date: '2026-04-01T09:00:00.000Z' };
    return () => service.app(appRoutes.updateAgentRequest, { params: { request_id }, json });
  },
  moveAgentRequest: async (service) => {
    const request_id = await submit(service);
    return () => service.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to: 'in_development' } });
  },
  decideAcceptancePoint: async (service) => {
    const params = { request_id: await submitAndMoveToUat(service), position: 0 };
    const json = { decision: 'rejected', reason: 'It was too long.' } as const;
    return () => service.v1(v1Routes.decideAcceptancePoint, { params, json });
  },
  deliverAgentRequest: async (service) => {
    const request_id = await submitAndMoveToUat(service);
    return () => deliver(service, request_id);
  },
  updateAgent: async (service) => {
    const { agent_id } = await deliver(service, await submitAndMoveToUat(service));
    const params = { agent_id: agent_id ?? '' };
    return () => service.app(appRoutes.updateAgent, { params, json: { status: 'archived' } });
  },
  saveAgentDraft: async (service) => {
    const { agent_id, definition } = await readAgent(service);
    const json = { definition: { ...definition, greeting: 'Hello there.', voice: 'rms' } } as const;
    return () => service.v1(v1Routes.saveAgentDraft, { params: { agent_id }, json });
  },
  deleteAgentDraft: async (service) => {
    const params = await saveDraft(service);
    return () => service.v1(v1Routes.deleteAgentDraft, { params });
  },
  publishAgentVersion: async (service) => {
    const params = await saveDraft(service);
    return () => service.v1(v1Routes.publishAgentVersion, { params, json: { note: 'Shorter' } });
  },
  restoreAgentVersion: async (service) => {
    const params = { ...(await saveDraft(service)), version: 1 };
    await service.v1(v1Routes.publishAgentVersion, { params, json: {} });
    return () => service.v1(v1Routes.restoreAgentVersion, { params });
  },
  placeCall: withoutSetup(async ({ v1, agentId }) => {
    const json = { agent_id: agentId, recipient_number: '+15550199' };
    const { call_id } = await v1(v1Routes.placeCall, { json });
    await v1(v1Routes.cancelCall, { params: { call_id } }).catch((error: unknown) => {
      // A call that nobody answers may have ended.
      if (!(error instanceof Problem && error.code === 'not_cancelable')) throw error;
    });
    await waitForCall(v1, call_id);
  }),
  placeSimulatedCall: withoutSetup(async (service) =>
    waitForCall(service.v1, await service.placeSimulatedCall({ persona: 'no_answer' })),
  ),
  cancelCall: async (service) => {
    const call_id = await startPracticeCall(service);
    return async () => {
      await service.v1(v1Routes.cancelCall, { params: { call_id } });
      await waitForCall(service.v1, call_id);
    };
  },
  sendTurn: async (service) => {
    const call_id = await startPracticeCall(service);
    return async () => {
      await service.app(appRoutes.sendTurn, { params: { call_id }, json: { text: 'Yes' } });
      await endCall(service, call_id);
    };
  },
  hangUp: async (service) => {
    const call_id = await startPracticeCall(service);
    return () => endCall(service, call_id);
  },
  createNote: async (service) => {
    const { call_id } = await createNote(service);
    return () => service.v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: 0, text: 'Ah' } });
  },
  updateNote: async (service) => {
    const params = await createNote(service);
    return () => service.v1(v1Routes.updateNote, { params, json: { text: 'Ah' } });
  },
  deleteNote: async (service) => {
    const params = await createNote(service);
    return () => service.v1(v1Routes.deleteNote, { params });
  },
  markInvoicePaid: async ({ app }) => {
    const { data } = await app(appRoutes.listInvoiceRecords, {});
    const { invoice_id = '' } = data.find(({ status }) => status === 'open') ?? {};
    return () => app(appRoutes.markInvoicePaid, { params: { invoice_id } });
  },
  voidInvoice: async (service) => {
    const invoice_id = await findUnreversedInvoice(service);
    const { workspace } = await service.app(appRoutes.getSession, {});
    const db = connectToWorkspace(join(service.dataDir, 'workspaces', workspace?.workspace_id ?? ''));
    db.run(`UPDATE invoice SET status = 'open', paid_at = NULL WHERE invoice_id = ?`, invoice_id);
    db.close();
    return () => service.v1(v1Routes.voidInvoice, { params: { invoice_id } });
  },
  creditInvoice: async (service) => {
    const invoice_id = await findUnreversedInvoice(service);
    return () => service.v1(v1Routes.creditInvoice, { params: { invoice_id } });
  },
  reverseFutureInvoices: withoutSetup(({ app }) => app(appRoutes.reverseFutureInvoices, {})),
  confirmEndedCycles: withoutSetup(({ app }) => app(appRoutes.confirmEndedCycles, {})),
  addDoNotCallEntry: withoutSetup(({ v1 }) =>
    v1(v1Routes.addDoNotCallEntry, { json: { recipient_number: '+15550177' } }),
  ),
  removeDoNotCallEntry: async ({ v1 }) => {
    const { entry_id } = await v1(v1Routes.addDoNotCallEntry, { json: { recipient_number: '+15550178' } });
    return () => v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
  },
  importDoNotCallEntries: withoutSetup(({ v1 }) => v1(v1Routes.importDoNotCallEntries, { json: { csv: '+15550179' } })),
  resolveKnowledgeGap: async (service) => {
    const json = { question_ids: [await addAnsweredGap(service)] };
    return () => service.v1(v1Routes.resolveKnowledgeGap, { json });
  },
  createApiKey: withoutSetup((service) => createTestApiKey(service, 'viewer')),
  rotateApiKey: async (service) => {
    const { key_id } = await createTestApiKey(service, 'viewer');
    return () => service.v1(v1Routes.rotateApiKey, { params: { key_id } });
  },
  revokeApiKey: async (service) => {
    const { key_id } = await createTestApiKey(service, 'viewer');
    return () => service.v1(v1Routes.revokeApiKey, { params: { key_id } });
  },
  inviteMember: withoutSetup(invite),
  updateMember: async (service) => {
    const { user_id, org_id } = await invite(service);
    return () => service.v1(v1Routes.updateMember, { params: { org_id, user_id }, json: { role: 'manager' } });
  },
  removeMember: async (service) => {
    const { user_id, org_id } = await invite(service);
    return () => service.v1(v1Routes.removeMember, { params: { org_id, user_id } });
  },
  renewInvitation: async (service) => {
    const { user_id, org_id } = await invite(service);
    return () => service.v1(v1Routes.renewInvitation, { params: { org_id, user_id } });
  },
  acceptInvitation: async (service) => {
    const { email, secret } = await invite(service);
    const headers = { Authorization: `Bearer ${secret}` };
    return () => service.v1(v1Routes.acceptInvitation, { json: { email }, headers });
  },
  chooseWindowMember: withoutSetup(({ app }) => app(appRoutes.chooseWindowMember, { json: { user_id: null } })),
  addWindowMember: withoutSetup(async ({ app }) => {
    await app(appRoutes.addWindowMember, { json: { email: createEmail() } });
    await app(appRoutes.chooseWindowMember, { json: { user_id: null } });
  }),
  saveItem: withoutSetup(({ v1 }) => v1(v1Routes.saveItem, { json: template })),
  renameSavedItem: async ({ v1 }) => {
    const { saved_id } = await v1(v1Routes.saveItem, { json: { ...template, name: 'Before' } });
    return () => v1(v1Routes.renameSavedItem, { params: { saved_id }, json: { name: 'After' } });
  },
  deleteSavedItem: async ({ v1 }) => {
    const { saved_id } = await v1(v1Routes.saveItem, { json: template });
    return () => v1(v1Routes.deleteSavedItem, { params: { saved_id } });
  },
  changeRole: withoutSetup(({ app }) => app(appRoutes.changeRole, { json: { role: 'admin' } })),
  updateSettings: withoutSetup(({ app }) => app(appRoutes.updateSettings, { json: { theme: 'dark' } })),
  updateWindowLock: withoutSetup(({ app }) => app(appRoutes.updateWindowLock, { json: { idle_minutes: 5 } })),
  lockWindow: async (service) => {
    await setUpLock(service);
    return async () => {
      await service.app(appRoutes.lockWindow, {});
      service.service.windowLock.unlockBySystem('Touch ID');
    };
  },
  unlockWindow: async (service) => {
    await setUpLock(service);
    return () => {
      service.service.windowLock.lockBySystem('suspend');
      return service.app(appRoutes.unlockWindow, { json: { passphrase } });
    };
  },
  updateLocalApi: withoutSetup(({ app }) => app(appRoutes.updateLocalApi, { json: { enabled: false } })),
  createWorkspace: withoutSetup((service) => createLocalWorkspace(service, 'New')),
  openWorkspace: async (service) => {
    const workspace_id = await createSecondWorkspace(service);
    return () => service.app(appRoutes.openWorkspace, { params: { workspace_id } });
  },
  renameWorkspace: async (service) => {
    const workspace_id = await createSecondWorkspace(service);
    return () => service.app(appRoutes.renameWorkspace, { params: { workspace_id }, json: { name: 'Renamed' } });
  },
  updateConnection: async (service) => {
    await openLinkedWorkspace(service);
    return () => service.app(appRoutes.updateConnection, { json: { key_header: 'X-API-Key' } });
  },
  uploadSearchModelFile: withoutSetup(({ app }) =>
    app(appRoutes.uploadSearchModelFile, { form: { file: new File(['{}'], 'tokenizer.json') } }),
  ),
  changeLanguageModel: withoutSetup(({ app }) =>
    app(appRoutes.changeLanguageModel, { json: { settings: { base_url: 'http://127.0.0.1:9/v1', model: 'small' } } }),
  ),
  changeSpeechServer: withoutSetup(({ app }) =>
    app(appRoutes.changeSpeechServer, {
      json: { settings: { base_url: 'http://127.0.0.1:9/v1', speech_model: 'kokoro', voice: 'af_heart' } },
    }),
  ),
  changeSearchModel: withoutSetup(({ app }) =>
    app(appRoutes.changeSearchModel, { json: { settings: { kind: 'built_in' } } }),
  ),
  cancelSearchModelChange: withoutSetup(({ app }) => app(appRoutes.cancelSearchModelChange, {})),
  linkWorkspace: async (service) => {
    await createLocalWorkspace(service, 'Before the link');
    const connection = { base_url: 'http://127.0.0.1:9', org_id: `org_${randomUUID()}`, api_key: 'remote key' };
    return () => service.app(appRoutes.linkWorkspace, { json: { connection } });
  },
  placeRemoteCall: async (service) => {
    await openLinkedWorkspace(service);
    const json = { remote_agent_id: 'agt_remote', recipient_number: '+15550123' };
    return () => service.app(appRoutes.placeRemoteCall, { json });
  },
  unlinkWorkspace: async (service) => {
    await openLinkedWorkspace(service);
    return () => service.app(appRoutes.unlinkWorkspace, {});
  },
  sendOutboxItem: async (service) => {
    const params = await addUnknownChange(service);
    return () => service.app(appRoutes.sendOutboxItem, { params });
  },
  cancelOutboxItem: async (service) => {
    const params = await addUnknownChange(service);
    return () => service.app(appRoutes.cancelOutboxItem, { params });
  },
  checkOutboxItem: async (service) => {
    const params = await addUnknownChange(service);
    return () => service.app(appRoutes.checkOutboxItem, { params });
  },
  completeOutboxItem: async (service) => {
    const params = await addUnknownChange(service);
    return () => service.app(appRoutes.completeOutboxItem, { params, json: {} });
  },
  createSnapshot: withoutSetup(async ({ app }) => {
    const { workspace } = await app(appRoutes.getSession, {});
    return app(appRoutes.createSnapshot, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  }),
  restoreSnapshot: async ({ app }) => {
    const params = { workspace_id: (await app(appRoutes.getSession, {})).workspace?.workspace_id ?? '' };
    const { snapshot_id } = await app(appRoutes.createSnapshot, { params });
    return () => app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } });
  },
  deleteDamagedCopy: async ({ app }) => {
    const { workspace_id = '' } = (await app(appRoutes.getSession, {})).workspace ?? {};
    const { snapshot_id } = await app(appRoutes.createSnapshot, { params: { workspace_id } });
    const { kept_in } = await app(appRoutes.restoreSnapshot, { params: { workspace_id }, json: { snapshot_id } });
    return () => app(appRoutes.deleteDamagedCopy, { params: { workspace_id, copy_id: kept_in } });
  },
  createBackup: withoutSetup(({ app }) => app(appRoutes.createBackup, { json: {} })),
  uploadBackup: withoutSetup(({ app }) =>
    app(appRoutes.uploadBackup, { form: { file: new File(['a file'], 'Copy.switchboard-backup') } }),
  ),
  restoreBackup: async ({ app }) => {
    const { backup_id } = await app(appRoutes.createBackup, { json: {} });
    return () => app(appRoutes.restoreBackup, { params: { backup_id }, json: {} });
  },
  deleteBackup: async ({ app }) => {
    const { backup_id } = await app(appRoutes.createBackup, { json: {} });
    return () => app(appRoutes.deleteBackup, { params: { backup_id } });
  },
  cancelBackupTask: async ({ app }) => {
    const events = openEventStream(await app(appRoutes.streamAppEvents, {}));
    const canceled = app(appRoutes.createBackup, { json: {} }).catch(() => undefined);
    await events.waitFor(({ type }) => type === 'backup.progress');
    await events.stop();
    return async () => {
      await app(appRoutes.cancelBackupTask, {});
      await canceled;
    };
  },
  updateBackupSettings: withoutSetup(({ app }) => app(appRoutes.updateBackupSettings, { json: { keep: 3 } })),
  deleteWorkspace: async (service) => {
    const workspace_id = await createSecondWorkspace(service);
    return () => service.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
  },
};
