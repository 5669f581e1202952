import * as z from 'zod';
import * as agentRequests from './agent-requests.ts';
import * as agents from './agents.ts';
import * as billing from './billing.ts';
import * as activity from './activity.ts';
import * as keys from './api-keys.ts';
import * as calls from './calls.ts';
import * as events from './events.ts';
import * as integrations from './integrations.ts';
import * as knowledge from './knowledge.ts';
import * as listening from './listening.ts';
import * as notes from './notes.ts';
import * as organizations from './organizations.ts';
import * as overview from './overview.ts';
import * as rehearsals from './rehearsals.ts';
import { route, type Route } from './route.ts';
import * as saved from './saved-items.ts';
import * as settings from './settings.ts';
import * as storage from './storage.ts';
import * as workspaces from './workspaces.ts';

/** Where the route trees stand: the specification with its extensions, this program's own, and files by signed address. */
export const trees = { v1: '/v1', app: '/app', files: '' } as const;

/** The tags of `/v1`, as the OpenAPI document explains them. */
export const v1Tags = {
  Organizations: 'The organization and the people invited to it',
  Knowledge: 'The documents that agents answer from',
  Billing: 'Minutes, what they cost, and the invoices',
  Agents: 'Who places the calls, and the requests for new ones',
  Calls: 'Calls, what was said in them, and their recordings',
  Keys: 'The API keys of the organization',
  Activity: 'Who did what, in a chain that shows when it was changed',
  Events: 'What changes, as it changes',
  Contract: 'This description',
} as const;

const getContract = route({
  id: 'getContract',
  method: 'get',
  path: '/openapi.json',
  summary: 'This contract, as OpenAPI 3.1',
  tag: 'Contract',
  roles: 'everyone',
  extension: true,
  status: 200,
  answer: z.record(z.string(), z.unknown()),
  problems: [],
});

export const v1Routes = {
  getOrganization: organizations.getOrganization,
  listMembers: organizations.listMembers,
  uploadDocument: knowledge.uploadDocument,
  listDocuments: knowledge.listDocuments,
  getDocument: knowledge.getDocument,
  deleteDocument: knowledge.deleteDocument,
  listChunks: knowledge.listChunks,
  getDocumentFile: knowledge.getDocumentFile,
  retryDocument: knowledge.retryDocument,
  searchKnowledge: knowledge.searchKnowledge,
  getUsage: billing.getUsage,
  listInvoices: billing.listInvoices,
  listAgents: agents.listAgents,
  submitRequest: agentRequests.submitRequest,
  listRequests: agentRequests.listRequests,
  getRequest: agentRequests.getRequest,
  listIntegrations: integrations.listIntegrations,
  placeCall: calls.placeCall,
  listCalls: calls.listCalls,
  getCall: calls.getCall,
  getTimeline: calls.getTimeline,
  cancelCall: calls.cancelCall,
  listApiKeys: keys.listApiKeys,
  createApiKey: keys.createApiKey,
  rotateApiKey: keys.rotateApiKey,
  revokeApiKey: keys.revokeApiKey,
  listActivity: activity.listActivity,
  exportActivity: activity.exportActivity,
  verifyActivity: activity.verifyActivity,
  streamEvents: events.streamEvents,
  getContract,
} as const satisfies Record<string, Route>;

export const appRoutes = {
  getSession: workspaces.getSession,
  changeRole: workspaces.changeRole,
  listWorkspaces: workspaces.listWorkspaces,
  createWorkspace: workspaces.createWorkspace,
  openWorkspace: workspaces.openWorkspace,
  renameWorkspace: workspaces.renameWorkspace,
  removeWorkspace: workspaces.removeWorkspace,
  getOverview: overview.getOverview,
  listDocumentRecords: knowledge.listDocumentRecords,
  listDocumentSections: knowledge.listDocumentSections,
  listAgentRecords: agents.listAgentRecords,
  changeAgent: agents.changeAgent,
  listRequestRecords: agentRequests.listRequestRecords,
  changeRequest: agentRequests.changeRequest,
  moveRequest: agentRequests.moveRequest,
  deliverRequest: agentRequests.deliverRequest,
  listCallRecords: calls.listCallRecords,
  exportCalls: calls.exportCalls,
  getCallDetails: calls.getCallDetails,
  listCallFacets: calls.listCallFacets,
  placeRehearsal: rehearsals.placeRehearsal,
  sayTurn: rehearsals.sayTurn,
  hangUp: rehearsals.hangUp,
  getTurnSound: rehearsals.getTurnSound,
  getBillingOverview: billing.getBillingOverview,
  listInvoiceRecords: billing.listInvoiceRecords,
  exportInvoices: billing.exportInvoices,
  bundleInvoices: billing.bundleInvoices,
  payInvoice: billing.payInvoice,
  listNotes: notes.listNotes,
  addNote: notes.addNote,
  changeNote: notes.changeNote,
  deleteNote: notes.deleteNote,
  listSavedItems: saved.listSavedItems,
  saveItem: saved.saveItem,
  deleteSavedItem: saved.deleteSavedItem,
  listActivityRows: activity.listActivityRows,
  listActivityFacets: activity.listActivityFacets,
  getListening: listening.getListening,
  changeListening: listening.changeListening,
  getSettings: settings.getSettings,
  changeSettings: settings.changeSettings,
  measureStorage: storage.measureStorage,
  streamAppEvents: { ...events.streamEvents, id: 'streamAppEvents' },
} as const satisfies Record<string, Route>;

/** Opened by whoever holds an address that the service has signed. */
export const fileRoutes = {
  getRecording: calls.getRecording,
  getInvoicePdf: billing.getInvoicePdf,
} as const satisfies Record<string, Route>;

const fileFolders = [
  ...new Set(Object.values<Route>(fileRoutes).map(({ path }) => path.slice(0, path.indexOf('/', 1)))),
];

const servedFolders = [trees.v1, trees.app, ...fileFolders];

/** Whether a path is the service's; every other one is a file of the window. */
export function isServicePath(path: string): boolean {
  return servedFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** For a server that hands on what is the service's: `^/v1/` and its like. */
export const servicePathPatterns = servedFolders.map((folder) => `^${folder}/`);

/** The tree that answers a path of the service. */
export function treeOf(path: string): keyof typeof trees {
  if (path.startsWith(`${trees.app}/`)) return 'app';
  return fileFolders.some((folder) => path.startsWith(`${folder}/`)) ? 'files' : 'v1';
}
