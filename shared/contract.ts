import * as z from 'zod';
import * as events from './events.ts';
import * as knowledge from './knowledge.ts';
import * as organizations from './organizations.ts';
import { route, type Route } from './route.ts';
import * as settings from './settings.ts';
import * as workspaces from './workspaces.ts';

/** Where the two route trees stand: the specification with its extensions, and this program's own. */
export const trees = { v1: '/v1', app: '/app' } as const;

/** The tags of `/v1`, as the OpenAPI document explains them. */
export const v1Tags = {
  Organizations: 'The organization and the people invited to it',
  Knowledge: 'The documents that agents answer from',
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
  streamEvents: events.streamEvents,
  getContract,
} as const satisfies Record<string, Route>;

export const appRoutes = {
  getSession: workspaces.getSession,
  listWorkspaces: workspaces.listWorkspaces,
  createWorkspace: workspaces.createWorkspace,
  openWorkspace: workspaces.openWorkspace,
  renameWorkspace: workspaces.renameWorkspace,
  removeWorkspace: workspaces.removeWorkspace,
  listDocumentRecords: knowledge.listDocumentRecords,
  listDocumentSections: knowledge.listDocumentSections,
  getSettings: settings.getSettings,
  changeSettings: settings.changeSettings,
  streamAppEvents: { ...events.streamEvents, id: 'streamAppEvents' },
} as const satisfies Record<string, Route>;
