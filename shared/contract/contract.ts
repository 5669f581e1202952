import * as z from 'zod';
import * as agentRequests from '../agents/agent-requests.ts';
import * as agents from '../agents/agents.ts';
import * as agentVersions from '../agents/agent-versions.ts';
import * as billing from '../billing/billing.ts';
import * as acceptance from '../agents/acceptance.ts';
import * as activity from '../organization/activity.ts';
import * as apiKeys from '../organization/api-keys.ts';
import * as backups from '../workspaces/backups.ts';
import * as callReviews from '../calls/call-reviews.ts';
import * as callOutcomes from '../calls/call-outcomes.ts';
import * as calls from '../calls/calls.ts';
import * as changes from '../organization/changes.ts';
import * as connection from '../workspaces/connection.ts';
import * as followUps from '../calls/follow-ups.ts';
import * as events from './events.ts';
import * as integrations from '../agents/integrations.ts';
import * as languageModel from '../agents/language-model.ts';
import * as insights from '../insights/insights.ts';
import * as knowledgeGaps from '../insights/knowledge-gaps.ts';
import * as invoices from '../billing/invoices.ts';
import * as knowledge from '../knowledge/knowledge.ts';
import * as localApi from '../window/local-api.ts';
import * as notes from '../calls/notes.ts';
import * as members from '../organization/members.ts';
import * as organizations from '../organization/organizations.ts';
import * as overview from '../window/overview.ts';
import * as recipientNames from '../calls/recipient-names.ts';
import * as remoteCalls from '../calls/remote-calls.ts';
import * as voiceSamples from '../agents/voice-samples.ts';
import * as simulatedCalls from '../calls/simulated-calls.ts';
import * as diagnostics from '../window/diagnostics.ts';
import * as doNotCall from '../calls/do-not-call.ts';
import * as contradictions from '../insights/contradictions.ts';
import * as documentDetails from '../knowledge/document-details.ts';
import * as documentVersions from '../knowledge/document-versions.ts';
import * as similarDocuments from '../knowledge/similar-documents.ts';
import * as documentUsage from '../insights/document-usage.ts';
import * as documentInsights from '../insights/document-insights.ts';
import * as keychain from '../window/keychain.ts';
import * as searchModel from '../knowledge/search-model.ts';
import * as speechServer from '../agents/speech-server.ts';
import { defineRoute, type PublicRoute, type Route } from './route.ts';
import * as remoteImport from '../workspaces/remote-import.ts';
import * as scorecards from '../calls/scorecards.ts';
import * as savedItems from '../organization/saved-items.ts';
import * as settings from '../window/settings.ts';
import * as sync from '../workspaces/sync.ts';
import * as storageUsage from '../workspaces/storage-usage.ts';
import * as windowLock from '../window/window-lock.ts';
import * as workspaces from '../workspaces/workspaces.ts';

export { routeTreePaths } from './base-paths.ts';

const getOpenApiDocument = defineRoute({
  id: 'getOpenApiDocument',
  method: 'get',
  path: '/openapi.json',
  summary: 'Get the OpenAPI document',
  description: 'Describes this API as OpenAPI 3.1.',
  tag: 'OpenAPI',
  roles: 'public',
  extension: true,
  status: 200,
  response: z.record(z.string(), z.unknown()),
  problems: [],
});

export const v1Routes = {
  getOrganization: organizations.getOrganization,
  listMembers: members.listMembers,
  getMember: members.getMember,
  inviteMember: members.inviteMember,
  updateMember: members.updateMember,
  removeMember: members.removeMember,
  renewInvitation: members.renewInvitation,
  acceptInvitation: members.acceptInvitation,
  uploadDocument: knowledge.uploadDocument,
  listDocuments: knowledge.listDocuments,
  getDocument: knowledge.getDocument,
  deleteDocument: knowledge.deleteDocument,
  listChunks: knowledge.listChunks,
  getDocumentFile: knowledge.getDocumentFile,
  retryDocument: knowledge.retryDocument,
  getDocumentDetails: documentDetails.getDocumentDetails,
  updateDocument: documentDetails.updateDocument,
  replaceDocument: documentVersions.replaceDocument,
  listDocumentVersions: documentVersions.listDocumentVersions,
  getDocumentVersionFile: documentVersions.getDocumentVersionFile,
  restoreDocumentVersion: documentVersions.restoreDocumentVersion,
  deleteDocumentVersion: documentVersions.deleteDocumentVersion,
  decideSimilarDocument: similarDocuments.decideSimilarDocument,
  listDocumentLabels: documentDetails.listDocumentLabels,
  updateDocumentLabels: documentDetails.updateDocumentLabels,
  searchKnowledge: knowledge.searchKnowledge,
  getUsage: billing.getUsage,
  listInvoices: invoices.listInvoices,
  voidInvoice: invoices.voidInvoice,
  creditInvoice: invoices.creditInvoice,
  listAgents: agents.listAgents,
  submitAgentRequest: agentRequests.submitAgentRequest,
  listAgentRequests: agentRequests.listAgentRequests,
  getAgentRequest: agentRequests.getAgentRequest,
  getAcceptance: acceptance.getAcceptance,
  decideAcceptancePoint: acceptance.decideAcceptancePoint,
  listIntegrations: integrations.listIntegrations,
  getAgent: agentVersions.getAgent,
  saveAgentDraft: agentVersions.saveAgentDraft,
  deleteAgentDraft: agentVersions.deleteAgentDraft,
  publishAgentVersion: agentVersions.publishAgentVersion,
  listAgentVersions: agentVersions.listAgentVersions,
  getAgentVersion: agentVersions.getAgentVersion,
  restoreAgentVersion: agentVersions.restoreAgentVersion,
  compareAgentVersions: agentVersions.compareAgentVersions,
  placeCall: calls.placeCall,
  listCalls: calls.listCalls,
  getCall: calls.getCall,
  getCallTimeline: calls.getCallTimeline,
  cancelCall: calls.cancelCall,
  getScorecard: scorecards.getScorecard,
  scoreCriterion: scorecards.scoreCriterion,
  getCallOutcome: callOutcomes.getCallOutcome,
  correctCallOutcome: callOutcomes.correctCallOutcome,
  listFollowUps: followUps.listFollowUps,
  getFollowUp: followUps.getFollowUp,
  updateFollowUp: followUps.updateFollowUp,
  updateCallReview: callReviews.updateCallReview,
  updateCallReviews: callReviews.updateCallReviews,
  listAssignees: callReviews.listAssignees,
  listCriteria: scorecards.listCriteria,
  createCriterion: scorecards.createCriterion,
  updateCriterion: scorecards.updateCriterion,
  deleteCriterion: scorecards.deleteCriterion,
  listNotes: notes.listNotes,
  createNote: notes.createNote,
  updateNote: notes.updateNote,
  deleteNote: notes.deleteNote,
  listSavedItems: savedItems.listSavedItems,
  saveItem: savedItems.saveItem,
  renameSavedItem: savedItems.renameSavedItem,
  deleteSavedItem: savedItems.deleteSavedItem,
  listChanges: changes.listChanges,
  getCallInsights: insights.getCallInsights,
  getDocumentInsights: documentInsights.getDocumentInsights,
  getDocumentUsage: documentUsage.getDocumentUsage,
  listContradictions: contradictions.listContradictions,
  listKnowledgeGaps: knowledgeGaps.listKnowledgeGaps,
  listKnowledgeGapCalls: knowledgeGaps.listKnowledgeGapCalls,
  resolveKnowledgeGap: knowledgeGaps.resolveKnowledgeGap,
  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  rotateApiKey: apiKeys.rotateApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  listActivity: activity.listActivity,
  exportActivity: activity.exportActivity,
  verifyActivity: activity.verifyActivity,
  listDoNotCallEntries: doNotCall.listDoNotCallEntries,
  addDoNotCallEntry: doNotCall.addDoNotCallEntry,
  removeDoNotCallEntry: doNotCall.removeDoNotCallEntry,
  previewDoNotCallImport: doNotCall.previewDoNotCallImport,
  importDoNotCallEntries: doNotCall.importDoNotCallEntries,
  exportDoNotCallEntries: doNotCall.exportDoNotCallEntries,
  streamEvents: events.streamEvents,
  getOpenApiDocument,
} as const satisfies Record<string, PublicRoute>;

export const appRoutes = {
  getSession: workspaces.getSession,
  changeRole: workspaces.changeRole,
  listWindowMembers: workspaces.listWindowMembers,
  chooseWindowMember: workspaces.chooseWindowMember,
  addWindowMember: workspaces.addWindowMember,
  listWorkspaces: workspaces.listWorkspaces,
  createWorkspace: workspaces.createWorkspace,
  prepareDemo: workspaces.prepareDemo,
  openWorkspace: workspaces.openWorkspace,
  renameWorkspace: workspaces.renameWorkspace,
  deleteWorkspace: workspaces.deleteWorkspace,
  listSnapshots: workspaces.listSnapshots,
  createSnapshot: workspaces.createSnapshot,
  restoreSnapshot: workspaces.restoreSnapshot,
  deleteDamagedCopy: workspaces.deleteDamagedCopy,
  exportWorkspace: workspaces.exportWorkspace,
  listBackups: backups.listBackups,
  createBackup: backups.createBackup,
  uploadBackup: backups.uploadBackup,
  previewBackup: backups.previewBackup,
  verifyBackup: backups.verifyBackup,
  restoreBackup: backups.restoreBackup,
  downloadBackup: backups.downloadBackup,
  deleteBackup: backups.deleteBackup,
  cancelBackupTask: backups.cancelBackupTask,
  updateBackupSettings: backups.updateBackupSettings,
  getOverview: overview.getOverview,
  listDocumentRecords: knowledge.listDocumentRecords,
  importDocuments: remoteImport.importDocuments,
  listDocumentSections: knowledge.listDocumentSections,
  askKnowledge: knowledge.askKnowledge,
  getSearchModel: searchModel.getSearchModel,
  uploadSearchModelFile: searchModel.uploadSearchModelFile,
  checkSearchModel: searchModel.checkSearchModel,
  changeSearchModel: searchModel.changeSearchModel,
  cancelSearchModelChange: searchModel.cancelSearchModelChange,
  getLanguageModel: languageModel.getLanguageModel,
  listLanguageModels: languageModel.listLanguageModels,
  checkLanguageModel: languageModel.checkLanguageModel,
  changeLanguageModel: languageModel.changeLanguageModel,
  getSpeechServer: speechServer.getSpeechServer,
  listSpeechModels: speechServer.listSpeechModels,
  checkSpeechServer: speechServer.checkSpeechServer,
  changeSpeechServer: speechServer.changeSpeechServer,
  listAgentRecords: agents.listAgentRecords,
  updateAgent: agents.updateAgent,
  listAgentRequestRecords: agentRequests.listAgentRequestRecords,
  updateAgentRequest: agentRequests.updateAgentRequest,
  moveAgentRequest: agentRequests.moveAgentRequest,
  deliverAgentRequest: agentRequests.deliverAgentRequest,
  listCallRecords: calls.listCallRecords,
  exportCalls: calls.exportCalls,
  getCallNeighbors: calls.getCallNeighbors,
  getCallDetails: calls.getCallDetails,
  listCallFacets: calls.listCallFacets,
  exportSelectedCalls: callReviews.exportSelectedCalls,
  getRecipientNameRule: recipientNames.getRecipientNameRule,
  updateRecipientNameRule: recipientNames.updateRecipientNameRule,
  placeRemoteCall: remoteCalls.placeRemoteCall,
  importCalls: remoteImport.importCalls,
  fetchRecording: remoteCalls.fetchRecording,
  shiftTurnTimes: remoteCalls.shiftTurnTimes,
  createVoiceSample: voiceSamples.createVoiceSample,
  placeSimulatedCall: simulatedCalls.placeSimulatedCall,
  sendTurn: simulatedCalls.sendTurn,
  sendVoice: simulatedCalls.sendVoice,
  hangUp: simulatedCalls.hangUp,
  getTurnAudio: simulatedCalls.getTurnAudio,
  getBillingOverview: billing.getBillingOverview,
  listInvoiceRecords: invoices.listInvoiceRecords,
  exportInvoices: invoices.exportInvoices,
  bundleInvoices: invoices.bundleInvoices,
  markInvoicePaid: invoices.markInvoicePaid,
  downloadInvoicePdf: invoices.downloadInvoicePdf,
  reverseFutureInvoices: billing.reverseFutureInvoices,
  confirmEndedCycles: billing.confirmEndedCycles,
  listActivityEntries: activity.listActivityEntries,
  listActivityFacets: activity.listActivityFacets,
  getLocalApi: localApi.getLocalApi,
  updateLocalApi: localApi.updateLocalApi,
  getDiagnostics: diagnostics.getDiagnostics,
  getKeychainStatus: keychain.getKeychainStatus,
  getSettings: settings.getSettings,
  getSettingsIssue: settings.getSettingsIssue,
  updateSettings: settings.updateSettings,
  getWindowLock: windowLock.getWindowLock,
  updateWindowLock: windowLock.updateWindowLock,
  lockWindow: windowLock.lockWindow,
  unlockWindow: windowLock.unlockWindow,
  reportInput: windowLock.reportInput,
  keepPage: windowLock.keepPage,
  getKeptPage: windowLock.getKeptPage,
  checkNewConnection: connection.checkNewConnection,
  acceptRemoteInvitation: connection.acceptRemoteInvitation,
  getConnection: connection.getConnection,
  updateConnection: connection.updateConnection,
  checkConnection: connection.checkConnection,
  previewLink: connection.previewLink,
  linkWorkspace: connection.linkWorkspace,
  unlinkWorkspace: connection.unlinkWorkspace,
  getSyncStatus: sync.getSyncStatus,
  listOutboxItems: sync.listOutboxItems,
  sendOutboxItem: sync.sendOutboxItem,
  cancelOutboxItem: sync.cancelOutboxItem,
  checkOutboxItem: sync.checkOutboxItem,
  completeOutboxItem: sync.completeOutboxItem,
  syncNow: sync.syncNow,
  measureStorage: storageUsage.measureStorage,
  streamAppEvents: { ...events.streamEvents, id: 'streamAppEvents' },
} as const satisfies Record<string, Route>;

/** These routes accept a signed URL instead of an API key. */
export const fileRoutes = {
  getRecording: calls.getRecording,
  getInvoicePdf: invoices.getInvoicePdf,
} as const satisfies Record<string, Route>;
