import * as z from 'zod';

/** All problem codes, with the HTTP status and title of each. */
export const problemTypes = {
  malformed: { status: 400, title: 'Malformed request' },
  unauthorized: { status: 401, title: 'API key required' },
  forbidden: { status: 403, title: 'Role not permitted' },
  forbidden_organization: { status: 403, title: 'API key belongs to another organization' },
  signature_invalid: { status: 403, title: 'Signed URL invalid or expired' },
  invitation_other_address: { status: 403, title: 'Invitation for another address' },
  forbidden_origin: { status: 403, title: 'Origin not allowed' },
  not_found: { status: 404, title: 'Not found' },
  organization_not_found: { status: 404, title: 'Organization not found' },
  member_not_found: { status: 404, title: 'Member not found' },
  document_not_found: { status: 404, title: 'Document not found' },
  version_not_found: { status: 404, title: 'Version not found' },
  call_not_found: { status: 404, title: 'Call not found' },
  agent_not_found: { status: 404, title: 'Agent not found' },
  agent_version_not_found: { status: 404, title: 'Agent version not found' },
  request_not_found: { status: 404, title: 'Build request not found' },
  follow_up_not_found: { status: 404, title: 'Follow-up not found' },
  note_not_found: { status: 404, title: 'Note not found' },
  note_changed: { status: 409, title: 'Note changed' },
  note_id_taken: { status: 409, title: 'Note ID taken' },
  too_many_note_texts: { status: 409, title: 'Too many texts' },
  precondition_failed: { status: 412, title: 'Changed meanwhile' },
  criterion_not_found: { status: 404, title: 'Criterion not found' },
  key_not_found: { status: 404, title: 'API key not found' },
  saved_item_not_found: { status: 404, title: 'Saved item not found' },
  saved_item_exists: { status: 409, title: 'Saved item exists' },
  do_not_call_entry_not_found: { status: 404, title: 'Do-not-call entry not found' },
  knowledge_gap_not_found: { status: 404, title: 'Knowledge gap not found' },
  invoice_not_found: { status: 404, title: 'Invoice not found' },
  document_file_missing: { status: 404, title: 'Document file missing' },
  recording_missing: { status: 404, title: 'Recording missing' },
  workspace_not_found: { status: 404, title: 'Workspace not found' },
  snapshot_not_found: { status: 404, title: 'Snapshot not found' },
  damaged_copy_not_found: { status: 404, title: 'Damaged copy not found' },
  backup_not_found: { status: 404, title: 'Backup not found' },
  outbox_item_not_found: { status: 404, title: 'Waiting change not found' },
  kept_page_not_found: { status: 404, title: 'Saved page state not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  no_workspace: { status: 409, title: 'No workspace open' },
  idempotency_in_flight: { status: 409, title: 'Request with this Idempotency-Key in progress' },
  not_retryable: { status: 409, title: 'Document cannot be retried' },
  version_in_use: { status: 409, title: 'Version in use' },
  document_not_replaceable: { status: 409, title: 'Document cannot be replaced' },
  not_cancelable: { status: 409, title: 'Call already ended' },
  invoice_not_paid: { status: 409, title: 'Invoice not paid' },
  invoice_reversed: { status: 409, title: 'Invoice already voided or credited' },
  invoice_already_paid: { status: 409, title: 'Invoice already paid' },
  call_not_in_progress: { status: 409, title: 'Call not in progress' },
  call_not_completed: { status: 409, title: 'Call not completed' },
  too_many_corrections: { status: 409, title: 'Too many corrections' },
  turn_in_flight: { status: 409, title: 'Agent is still responding' },
  duplicate_call: { status: 409, title: 'Number called recently' },
  move_not_allowed: { status: 409, title: 'Status change not allowed' },
  request_closed: { status: 409, title: 'Build request closed' },
  console_unavailable: { status: 409, title: 'Delivery console unavailable' },
  request_not_in_uat: { status: 409, title: 'Build request not in acceptance test' },
  agent_draft_missing: { status: 409, title: 'Agent without a draft' },
  member_exists: { status: 409, title: 'Member exists' },
  member_pending: { status: 409, title: 'Invitation not accepted' },
  member_accepted: { status: 409, title: 'Invitation not pending' },
  last_admin: { status: 409, title: 'Last active Admin' },
  invitation_accepted: { status: 409, title: 'Invitation already used' },
  invitation_withdrawn: { status: 409, title: 'Invitation withdrawn' },
  invitation_expired: { status: 409, title: 'Invitation expired' },
  key_revoked: { status: 409, title: 'API key revoked' },
  search_model_unusable: { status: 409, title: 'Search model cannot be used' },
  language_model_unusable: { status: 409, title: 'Language model cannot be used' },
  speech_server_unusable: { status: 409, title: 'Speech server cannot be used' },
  port_unavailable: { status: 409, title: 'Port unavailable' },
  too_many_saved_items: { status: 409, title: 'Too many saved items' },
  criterion_deleted: { status: 409, title: 'Criterion deleted' },
  too_many_criteria: { status: 409, title: 'Too many criteria' },
  workspace_unusable: { status: 409, title: 'Workspace cannot be opened' },
  backup_task_running: { status: 409, title: 'Another backup task is running' },
  backup_canceled: { status: 409, title: 'Backup task canceled' },
  backup_folder_unusable: { status: 409, title: 'Backup folder cannot be used' },
  lock_not_set_up: { status: 409, title: 'No lock set up' },
  lock_unavailable: { status: 409, title: 'Lock cannot be used' },
  not_linked: { status: 409, title: 'Workspace not linked' },
  not_linkable: { status: 409, title: 'Workspace cannot be linked' },
  already_linked: { status: 409, title: 'Organization already linked' },
  remote_id_taken: { status: 409, title: 'ID of another item' },
  outbox_action_unavailable: { status: 409, title: 'Action not available for this change' },
  not_available_on_remote: { status: 409, title: 'Not available on this remote' },
  workspace_changed: { status: 409, title: 'Another workspace is open' },
  workspace_read_only: { status: 409, title: 'Workspace open read-only' },
  document_file_damaged: { status: 410, title: 'Document file damaged' },
  recording_damaged: { status: 410, title: 'Recording damaged' },
  request_timeout: { status: 408, title: 'Request not received in time' },
  too_large: { status: 413, title: 'Request too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  misdirected: { status: 421, title: 'Wrong address' },
  empty_file: { status: 422, title: 'Empty file' },
  assignee_unknown: { status: 422, title: 'Unknown assignee' },
  reviewer_unknown: { status: 422, title: 'Unknown reviewer' },
  author_unknown: { status: 422, title: 'Unknown author' },
  too_many_labels: { status: 422, title: 'Too many labels' },
  outcome_unknown: { status: 422, title: 'Unknown outcome' },
  field_unknown: { status: 422, title: 'Unknown field' },
  field_value_invalid: { status: 422, title: 'Invalid value' },
  too_many_tags: { status: 422, title: 'Too many tags' },
  agent_unknown: { status: 422, title: 'Unknown agent' },
  agent_definition_invalid: { status: 422, title: 'Invalid agent' },
  recipient_number_invalid: { status: 422, title: 'Invalid phone number' },
  do_not_call: { status: 422, title: 'Number on the do-not-call list' },
  metadata_invalid: { status: 422, title: 'Invalid metadata' },
  passphrase_required: { status: 422, title: 'Passphrase required' },
  passphrase_wrong: { status: 422, title: 'Wrong passphrase' },
  backup_invalid: { status: 422, title: 'Backup cannot be used' },
  backup_too_new: { status: 422, title: 'Backup from a newer version' },
  connection_invalid: { status: 422, title: 'Connection cannot be used' },
  integration_unsupported: { status: 422, title: 'Unsupported integration' },
  request_invalid: { status: 422, title: 'Invalid build request' },
  idempotency_mismatch: { status: 422, title: 'Idempotency-Key reused for a different request' },
  locked: { status: 423, title: 'Window locked' },
  headers_too_large: { status: 431, title: 'Request headers too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  settings_not_saved: { status: 500, title: 'Settings not saved' },
  remote_failed: { status: 502, title: 'Remote request failed' },
  unavailable: { status: 503, title: 'Service unavailable' },
  database_damaged: { status: 500, title: 'Database damaged' },
  storage_full: { status: 507, title: 'Disk full' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof problemTypes;

export const problemCodes = Object.keys(problemTypes) as readonly ProblemCode[]; // Object.keys returns string[]

const inputErrorSchema = z.object({
  pointer: z.string().meta({ description: 'RFC 6901 JSON Pointer to the invalid part of the input' }),
  detail: z.string(),
});

export type InputError = z.infer<typeof inputErrorSchema>;

/** The body of every error response: RFC 9457 with `code`, `request_id` and, for invalid input, `errors`. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(problemCodes),
    request_id: z.string(),
    errors: z.array(inputErrorSchema).optional(),
  })
  .meta({ id: 'Problem' });

export type ProblemBody = z.infer<typeof problemSchema>;

export const problemMediaType = 'application/problem+json';

export type ProblemOptions = {
  readonly errors?: readonly InputError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** The error that the service throws and the client rebuilds. `detail` is shown to the user. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly errors: readonly InputError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problemTypes[this.code].status;
  }
}
