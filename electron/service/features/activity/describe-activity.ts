// Public: other features may import this file.
import type { ActivityEntry } from '../../../../shared/organization/activity.ts';
import type { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { splitTargetLabel } from '../../platform/http/target-label.ts';

type WriteRouteId<Routes extends Readonly<Record<string, Route>>> = {
  [Id in keyof Routes]: Routes[Id] extends { readonly method: 'get' } | { readonly readOnly: true } ? never : Id;
}[keyof Routes];

type WriteOperation = WriteRouteId<typeof v1Routes> | WriteRouteId<typeof appRoutes>;

/** What the application does without a request, or the system for the user. */
type OtherOperation = 'lockWindowAutomatically' | 'unlockWindowBySystem' | 'replaceActivityHead';

/** The verb in the past tense and in its base form, then the object without and with its label. */
type Phrase = readonly [past: string, base: string, object: string, labeledObject: string];

const phrases = {
  uploadDocument: ['Uploaded', 'upload', 'document', 'document “{label}”'],
  deleteDocument: ['Deleted', 'delete', 'document', 'document “{label}”'],
  retryDocument: ['Retried', 'retry', 'document', 'document “{label}”'],
  replaceDocument: ['Replaced', 'replace', 'document', 'document “{label}”'],
  restoreDocumentVersion: ['Went back', 'go back', 'to a version of a document', 'to {target} of “{label}”'],
  deleteDocumentVersion: ['Deleted', 'delete', 'version of a document', '{target} of “{label}”'],
  decideSimilarDocument: ['Decided', 'decide', 'on a similar document', 'on document “{label}”: {target}'],
  updateDocument: ['Changed', 'change', 'document', 'document “{label}”: {target}'],
  updateDocumentLabels: ['Changed', 'change', 'labels of documents', 'labels of {label}: {target}'],
  submitAgentRequest: ['Submitted', 'submit', 'build request', 'build request “{label}”'],
  updateAgentRequest: ['Updated', 'update', 'build request', 'build request “{label}”'],
  moveAgentRequest: ['Moved', 'move', 'build request', '“{label}” to {target}'],
  decideAcceptancePoint: ['Decided', 'decide', 'point of an acceptance test', 'acceptance of “{label}”: {target}'],
  deliverAgentRequest: ['Delivered', 'deliver', 'build request', 'agent “{label}”: {target}'],
  saveAgentDraft: ['Changed', 'change', 'draft of an agent', 'draft of “{label}”: {target}'],
  deleteAgentDraft: ['Discarded', 'discard', 'draft of an agent', 'draft of “{label}”'],
  publishAgentVersion: ['Published', 'publish', 'agent', '“{label}”, {target}'],
  restoreAgentVersion: ['Restored', 'restore', 'version of an agent as a draft', '“{label}” as a draft: {target}'],
  updateAgent: ['Changed', 'change', 'agent status', 'agent “{label}” to {target}'],
  placeCall: ['Placed', 'place', 'call', 'call from {label}'],
  addDoNotCallEntry: ['Added', 'add', 'do-not-call entry', '{label} to the do-not-call list'],
  removeDoNotCallEntry: ['Removed', 'remove', 'do-not-call entry', '{label} from the do-not-call list'],
  importDoNotCallEntries: ['Imported', 'import', 'do-not-call list', '{label} into the do-not-call list'],
  resolveKnowledgeGap: ['Resolved', 'resolve', 'knowledge gap', 'the knowledge gap “{label}”'],
  uploadSearchModelFile: ['Uploaded', 'upload', 'file of a search model', '{label} for a search model'],
  changeLanguageModel: ['Changed', 'change', 'language model', 'language model to {label}'],
  changeSpeechServer: ['Changed', 'change', 'speech server', 'speech server to {label}'],
  changeSearchModel: ['Changed', 'change', 'search model', 'search model to {label}'],
  cancelSearchModelChange: ['Kept', 'keep', 'search model', '{label} as the search model'],
  cancelCall: ['Canceled', 'cancel', 'call', 'call from {label}'],
  placeRemoteCall: ['Queued', 'queue', 'call', 'call from {label}'],
  placeSimulatedCall: ['Started', 'start', 'simulated call', 'simulated call from {label}'],
  sendTurn: ['Sent', 'send', 'turn in practice call', 'turn in practice call “{label}”'],
  hangUp: ['Ended', 'end', 'practice call', 'practice call “{label}”'],
  updateRecipientNameRule: ['Changed', 'change', 'rule for recipient names', 'the rule for recipient names: {label}'],
  updateCallReview: ['Changed', 'change', 'review of call', 'review of call from {label}: {target}'],
  updateCallReviews: ['Changed', 'change', 'review of calls', 'review of {label}'],
  correctCallOutcome: ['Corrected', 'correct', 'call', 'call from {label}: {target}'],
  updateFollowUp: ['Changed', 'change', 'follow-up of call', 'follow-up of call from {label}: {target}'],
  scoreCriterion: ['Scored', 'score', 'call', 'call from {label}: {target}'],
  createCriterion: ['Added', 'add', 'criterion', 'criterion “{label}”'],
  updateCriterion: ['Changed', 'change', 'criterion', 'criterion “{label}”'],
  deleteCriterion: ['Deleted', 'delete', 'criterion', 'criterion “{label}”'],
  createNote: ['Added', 'add', 'note to call', 'note to call “{label}”'],
  updateNote: ['Edited', 'edit', 'note on call', 'note on call “{label}”'],
  deleteNote: ['Deleted', 'delete', 'note on call', 'note on call “{label}”'],
  markInvoicePaid: ['Marked', 'mark', 'invoice as paid', '{label} as paid'],
  voidInvoice: ['Voided', 'void', 'invoice', '{label}'],
  creditInvoice: ['Issued', 'issue', 'credit note', 'credit note for {label}'],
  reverseFutureInvoices: ['Reversed', 'reverse', 'future-dated invoices', '{label}, dated in the future'],
  confirmEndedCycles: ['Confirmed', 'confirm', 'ended billing periods', 'ended billing periods {label}'],
  createApiKey: ['Created', 'create', 'API key', 'API key “{label}”'],
  rotateApiKey: ['Rotated', 'rotate', 'API key', 'API key “{label}”'],
  revokeApiKey: ['Revoked', 'revoke', 'API key', 'API key “{label}”'],
  inviteMember: ['Invited', 'invite', 'member', '{label} as {target}'],
  updateMember: ['Changed', 'change', 'member', 'member {label}: {target}'],
  removeMember: ['Removed', 'remove', 'member', 'member {label}'],
  renewInvitation: ['Renewed', 'renew', 'invitation', 'invitation of {label}'],
  acceptInvitation: ['Accepted', 'accept', 'invitation', 'invitation of {label}'],
  saveItem: ['Saved', 'save', 'item', '“{label}”'],
  renameSavedItem: ['Renamed', 'rename', 'saved item', 'saved item to “{label}”'],
  deleteSavedItem: ['Deleted', 'delete', 'saved item', 'saved item “{label}”'],
  chooseWindowMember: ['Switched', 'switch', 'user of the window', 'user of the window to {label}'],
  addWindowMember: ['Added', 'add', 'user of the window', 'member {label} as the user of the window'],
  changeRole: ['Switched', 'switch', 'role', 'role to {label}'],
  updateSettings: ['Changed', 'change', 'settings', 'settings: {label}'],
  updateLocalApi: ['Changed', 'change', 'local API access', 'local API access: {label}'],
  updateWindowLock: ['Changed', 'change', 'window lock', 'window lock: {label}'],
  lockWindow: ['Locked', 'lock', 'window', 'window with {label}'],
  unlockWindow: ['Unlocked', 'unlock', 'window', 'window with {label}'],
  lockWindowAutomatically: ['Locked', 'lock', 'window automatically', 'window {label}'],
  unlockWindowBySystem: ['Unlocked', 'unlock', 'window through the system', 'window with {label}'],
  replaceActivityHead: ['Replaced', 'replace', 'deleted file activity-head', 'deleted file activity-head'],
  createWorkspace: ['Created', 'create', 'workspace', 'workspace “{label}”'],
  openWorkspace: ['Opened', 'open', 'workspace', 'workspace “{label}”'],
  renameWorkspace: ['Renamed', 'rename', 'workspace', 'workspace to “{label}”'],
  deleteWorkspace: ['Deleted', 'delete', 'workspace', 'workspace “{label}”'],
  createSnapshot: ['Created', 'create', 'snapshot', 'snapshot of “{label}”'],
  restoreSnapshot: ['Restored', 'restore', 'workspace from a snapshot', 'workspace “{label}” from a snapshot'],
  deleteDamagedCopy: ['Deleted', 'delete', 'damaged copy', 'damaged copy of “{label}”'],
  createBackup: ['Backed up', 'back up', 'workspace', 'workspace “{label}”'],
  uploadBackup: ['Uploaded', 'upload', 'backup', 'backup “{label}”'],
  restoreBackup: ['Restored', 'restore', 'workspace from a backup', 'workspace “{label}” from a backup'],
  deleteBackup: ['Deleted', 'delete', 'backup', 'backup “{label}”'],
  cancelBackupTask: ['Canceled', 'cancel', 'backup task', 'backup task of “{label}”'],
  updateConnection: ['Changed', 'change', 'connection', 'connection to {label}'],
  linkWorkspace: ['Linked', 'link', 'workspace', 'workspace to {label}'],
  unlinkWorkspace: ['Unlinked', 'unlink', 'workspace', 'workspace from {label}'],
  sendOutboxItem: ['Sent', 'send', 'waiting change', 'waiting change “{label}”'],
  cancelOutboxItem: ['Canceled', 'cancel', 'waiting change', 'waiting change “{label}”'],
  checkOutboxItem: ['Checked', 'check', 'waiting change', 'waiting change “{label}”'],
  completeOutboxItem: ['Marked', 'mark', 'waiting change as done', '“{label}” as done'],
  updateBackupSettings: ['Changed', 'change', 'backup settings', 'backup settings: {label}'],
} as const satisfies Readonly<Record<WriteOperation | OtherOperation, Phrase>>;

const phrasesByOperation: ReadonlyMap<string, Phrase> = new Map(Object.entries(phrases));

/** Describes an operation without its subject: "Created API key". Returns the id of an unknown operation. */
export function describeOperation(operation: string): string {
  const phrase = phrasesByOperation.get(operation);
  return phrase ? `${phrase[0]} ${phrase[2]}` : operation;
}

/** Describes an entry: "Created API key “CRM sync”", or "Tried to create API key “CRM sync”" if it was not done. */
export function describeActivity(entry: Pick<ActivityEntry, 'operation' | 'subject_label' | 'result'>): string {
  const general = phrasesByOperation.get(entry.operation);
  if (!general) return entry.operation;
  const kind = kindsOfCalls.find(({ of, suffix }) => of.includes(general) && entry.subject_label?.endsWith(suffix));
  const label = kind ? (entry.subject_label?.slice(0, -kind.suffix.length) ?? null) : entry.subject_label;
  const [past, base, object, labeledObject] = kind?.phrase ?? general;
  const described = label === null ? object : formatObject(labeledObject, label);
  return entry.result === 'done' ? `${past} ${described}` : `Tried to ${base} ${described}`;
}

/** Operations that people repeat many times in a row, and their object in the plural. */
const repeatedObjects = {
  sendTurn: ['{count} turns in practice call', '{count} turns in practice call “{label}”'],
} as const satisfies Partial<Record<WriteOperation, readonly [object: string, labeledObject: string]>>;

export const repeatedOperations = Object.keys(repeatedObjects);

const repeatedObjectsByOperation: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries(repeatedObjects),
);

/** Describes entries that repeat each other: "Sent 6 turns in practice call “Front desk to +1 415 555 0132”". */
export function describeRepeatedActivity(
  { operation, subject_label }: Pick<ActivityEntry, 'operation' | 'subject_label'>,
  count: number,
): string {
  const [object, labeledObject] = repeatedObjectsByOperation.get(operation) ?? ['', ''];
  const described = subject_label === null ? object : formatObject(labeledObject, subject_label);
  return `${phrasesByOperation.get(operation)?.[0] ?? operation} ${described.replace('{count}', String(count))}`;
}

function formatObject(template: string, subjectLabel: string): string {
  if (!template.includes('{target}')) return template.replace('{label}', () => subjectLabel);
  const { label, target } = splitTargetLabel(subjectLabel);
  if (target === null) return template.replace(/(?: to| as|:) \{target\}/, '').replace('{label}', () => label);
  const values = { label, target };
  return template.replaceAll(/\{(label|target)\}/g, (_, name: keyof typeof values) => values[name]);
}

/** Ends the subject label of a practice call, which is placed by the same operation as every simulated call. */
export const practiceSuffix = ' (practice)';

/** Ends the subject label of a call that tries a draft. */
export const trialSuffix = ' (draft)';

/** Ends the subject label of a call that waits for the remote. The same operation places simulated calls in a local workspace. */
export const queuedSuffix = ' (queued)';

/** The calls that a suffix of the subject label distinguishes from the other calls of the same operation. */
const kindsOfCalls: readonly { readonly suffix: string; readonly of: readonly Phrase[]; readonly phrase: Phrase }[] = [
  {
    suffix: practiceSuffix,
    of: [phrases.placeSimulatedCall],
    phrase: ['Started', 'start', 'practice call', 'practice call from {label}'],
  },
  {
    suffix: trialSuffix,
    of: [phrases.placeSimulatedCall],
    phrase: ['Started', 'start', 'trial of a draft', 'trial of the draft of {label}'],
  },
  { suffix: queuedSuffix, of: [phrases.placeCall, phrases.placeRemoteCall], phrase: phrases.placeRemoteCall },
];
