import * as z from 'zod';

/** The closed list of problem codes: the HTTP status each answers with, and its title. */
export const problemTypes = {
  malformed: { status: 400, title: 'The request is malformed' },
  unauthorized: { status: 401, title: 'A valid API key is needed' },
  forbidden: { status: 403, title: 'The role of this key does not allow this' },
  forbidden_organization: { status: 403, title: 'This key belongs to another organization' },
  signature_invalid: { status: 403, title: 'The address is not signed, or no longer valid' },
  forbidden_origin: { status: 403, title: 'This address may not be used from here' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  organization_not_found: { status: 404, title: 'The organization does not exist' },
  document_not_found: { status: 404, title: 'The document does not exist' },
  call_not_found: { status: 404, title: 'The call does not exist' },
  agent_not_found: { status: 404, title: 'The agent does not exist' },
  request_not_found: { status: 404, title: 'The build request does not exist' },
  note_not_found: { status: 404, title: 'The note does not exist' },
  key_not_found: { status: 404, title: 'The API key does not exist' },
  saved_item_not_found: { status: 404, title: 'Nothing is saved under this id' },
  invoice_not_found: { status: 404, title: 'The invoice does not exist' },
  recording_missing: { status: 404, title: 'The recording is not there' },
  workspace_not_found: { status: 404, title: 'The workspace does not exist' },
  method_not_allowed: { status: 405, title: 'The address exists, but not for this method' },
  no_workspace: { status: 409, title: 'No workspace is open' },
  idempotency_in_flight: { status: 409, title: 'The first request with this Idempotency-Key is still being answered' },
  not_retryable: { status: 409, title: 'Only a failed document can be read again' },
  not_cancelable: { status: 409, title: 'The call is over' },
  invoice_already_paid: { status: 409, title: 'The invoice is paid' },
  call_not_in_progress: { status: 409, title: 'Nobody is on the line' },
  turn_in_flight: { status: 409, title: 'The agent is still answering' },
  duplicate_call: { status: 409, title: 'This number was called by this agent a moment ago' },
  move_not_allowed: { status: 409, title: 'The build request cannot be moved there' },
  request_closed: { status: 409, title: 'The build request is over' },
  console_unavailable: { status: 409, title: 'Build requests are not worked on in this workspace' },
  key_revoked: { status: 409, title: 'The API key has been revoked' },
  port_unavailable: { status: 409, title: 'The port cannot be listened on' },
  too_many_saved_items: { status: 409, title: 'Too much is saved' },
  workspace_unusable: { status: 409, title: 'The workspace cannot be opened' },
  recording_damaged: { status: 410, title: 'The recording is not the one that was made' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is of a type that is not accepted' },
  range_not_satisfiable: { status: 416, title: 'The range lies outside the file' },
  empty_file: { status: 422, title: 'The file is empty' },
  agent_unknown: { status: 422, title: 'The agent does not exist' },
  recipient_number_invalid: { status: 422, title: 'The number is not in international format' },
  metadata_invalid: { status: 422, title: 'The metadata cannot be taken' },
  integration_unsupported: { status: 422, title: 'An integration is not supported' },
  request_invalid: { status: 422, title: 'The build request cannot be taken' },
  idempotency_mismatch: { status: 422, title: 'This Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something failed inside the service' },
  storage_full: { status: 507, title: 'The disk is full' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof problemTypes;

export const problemCodes = Object.keys(problemTypes) as readonly ProblemCode[]; // Object.keys forgets the literal keys

const inputErrorSchema = z.object({
  pointer: z.string().meta({ description: 'RFC 6901 JSON Pointer at the part of the input that is wrong' }),
  detail: z.string(),
});

export type InputError = z.infer<typeof inputErrorSchema>;

/** The body of every error: RFC 9457 with `code`, `request_id` and, for input, `errors`. */
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

/** The one error that the service throws on purpose and the client rebuilds; `detail` is written for the admin. */
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

/** The problem as it goes over the wire, for a request to `instance`. */
export function toProblemBody(problem: Problem, instance: string, requestId: string): ProblemBody {
  return {
    type: `urn:switchboard:problem:${problem.code}`,
    title: problemTypes[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors.length > 0 && { errors: [...problem.errors] }),
  };
}
