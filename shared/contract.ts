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
import * as listening from './local-api.ts';
import * as notes from './notes.ts';
import * as organizations from './organizations.ts';
import * as overview from './overview.ts';
import * as rehearsals from './simulated-calls.ts';
import { defineRoute, type Route } from './route.ts';
import * as saved from './saved-items.ts';
import * as settings from './settings.ts';
import * as storage from './storage-usage.ts';
import * as workspaces from './workspaces.ts';

/** Where the route trees stand: the specification with its extensions, this program's own, and files by signed address. */
export const routeTreePaths = { v1: '/v1', app: '/app', files: '' } as const;

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

const getOpenApiDocument = defineRoute({
  id: 'getOpenApiDocument',
  method: 'get',
  path: '/openapi.json',
  summary: 'This contract, as OpenAPI 3.1',
  tag: 'Contract',
  roles: 'public',
  extension: true,
  status: 200,
  response: z.record(z.string(), z.unknown()),
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
  submitAgentRequest: agentRequests.submitAgentRequest,
  listAgentRequests: agentRequests.listAgentRequests,
  getAgentRequest: agentRequests.getAgentRequest,
  listIntegrations: integrations.listIntegrations,
  placeCall: calls.placeCall,
  listCalls: calls.listCalls,
  getCall: calls.getCall,
  getCallTimeline: calls.getCallTimeline,
  cancelCall: calls.cancelCall,
  listApiKeys: keys.listApiKeys,
  createApiKey: keys.createApiKey,
  rotateApiKey: keys.rotateApiKey,
  revokeApiKey: keys.revokeApiKey,
  listActivity: activity.listActivity,
  exportActivity: activity.exportActivity,
  verifyActivity: activity.verifyActivity,
  streamEvents: events.streamEvents,
  getOpenApiDocument: getOpenApiDocument,
} as const satisfies Record<string, Route>;

export const appRoutes = {
  getSession: workspaces.getSession,
  changeRole: workspaces.changeRole,
  listWorkspaces: workspaces.listWorkspaces,
  createWorkspace: workspaces.createWorkspace,
  openWorkspace: workspaces.openWorkspace,
  renameWorkspace: workspaces.renameWorkspace,
  deleteWorkspace: workspaces.deleteWorkspace,
  getOverview: overview.getOverview,
  listDocumentRecords: knowledge.listDocumentRecords,
  listDocumentSections: knowledge.listDocumentSections,
  listAgentRecords: agents.listAgentRecords,
  updateAgent: agents.updateAgent,
  listAgentRequestRecords: agentRequests.listAgentRequestRecords,
  updateAgentRequest: agentRequests.updateAgentRequest,
  moveAgentRequest: agentRequests.moveAgentRequest,
  deliverAgentRequest: agentRequests.deliverAgentRequest,
  listCallRecords: calls.listCallRecords,
  exportCalls: calls.exportCalls,
  getCallDetails: calls.getCallDetails,
  listCallFacets: calls.listCallFacets,
  placeSimulatedCall: rehearsals.placeSimulatedCall,
  sendTurn: rehearsals.sendTurn,
  hangUp: rehearsals.hangUp,
  getTurnAudio: rehearsals.getTurnAudio,
  getBillingOverview: billing.getBillingOverview,
  listInvoiceRecords: billing.listInvoiceRecords,
  exportInvoices: billing.exportInvoices,
  bundleInvoices: billing.bundleInvoices,
  markInvoicePaid: billing.markInvoicePaid,
  listNotes: notes.listNotes,
  createNote: notes.createNote,
  updateNote: notes.updateNote,
  deleteNote: notes.deleteNote,
  listSavedItems: saved.listSavedItems,
  saveItem: saved.saveItem,
  deleteSavedItem: saved.deleteSavedItem,
  listActivityEntries: activity.listActivityEntries,
  listActivityFacets: activity.listActivityFacets,
  getLocalApi: listening.getLocalApi,
  updateLocalApi: listening.updateLocalApi,
  getSettings: settings.getSettings,
  updateSettings: settings.updateSettings,
  measureStorage: storage.measureStorage,
  streamAppEvents: { ...events.streamEvents, id: 'streamAppEvents' },
} as const satisfies Record<string, Route>;

/** Opened by whoever holds an address that the service has signed. */
export const fileRoutes = {
  getRecording: calls.getRecording,
  getInvoicePdf: billing.getInvoicePdf,
} as const satisfies Record<string, Route>;

const fileBasePaths = [
  ...new Set(Object.values<Route>(fileRoutes).map(({ path }) => path.slice(0, path.indexOf('/', 1)))),
];

const serviceBasePaths = [routeTreePaths.v1, routeTreePaths.app, ...fileBasePaths];

/** Whether a path is the service's; every other one is a file of the window. */
export function isServicePath(path: string): boolean {
  return serviceBasePaths.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** For a server that hands on what is the service's: `^/v1/` and its like. */
export const servicePathPatterns = serviceBasePaths.map((folder) => `^${folder}/`);

/** The tree that answers a path of the service. */
export function findRouteTree(path: string): keyof typeof routeTreePaths {
  if (path.startsWith(`${routeTreePaths.app}/`)) return 'app';
  return fileBasePaths.some((folder) => path.startsWith(`${folder}/`)) ? 'files' : 'v1';
}
