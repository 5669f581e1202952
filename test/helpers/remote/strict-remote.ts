import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import busboy from 'busboy';
import type { Role } from '../../../shared/contract/roles.ts';

/** The operations of the service specification, section 4. */
export type RemoteOperation =
  | 'getOrganization'
  | 'listMembers'
  | 'uploadDocument'
  | 'getDocument'
  | 'deleteDocument'
  | 'getUsage'
  | 'listInvoices'
  | 'placeCall'
  | 'getCall'
  | 'submitAgentRequest'
  | 'getAgentRequest';

export type ErrorShape = 'problem' | 'detail' | 'nested' | 'error' | 'message' | 'text' | 'html' | 'empty';

export type StrictRemoteOptions = {
  /** 0 for a free port. */
  readonly port?: number;
  readonly orgId?: string;
  /** `Authorization` takes `Bearer <key>`; any other header takes the key alone. */
  readonly keyHeader?: string;
  readonly errorShape?: ErrorShape;
  /** Whether it honours Idempotency-Key, which the specification does not have. */
  readonly honoursIdempotency?: boolean;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Creates the ID of a new document, call or build request. `number` starts at 1 for each prefix. */
  readonly createId?: (prefix: 'doc' | 'call' | 'req', number: number) => string;
};

/** How the remote treats a request, once its body has arrived. Without any field, it answers as specified. */
export type Fault = {
  /** Breaks the connection before or after the operation is executed. */
  readonly drop?: 'before' | 'after';
  /** Waits for this before the operation is executed. */
  readonly waitBefore?: Promise<unknown>;
  /** Waits for this after the operation was executed, before the answer is sent. */
  readonly waitAfter?: Promise<unknown>;
  /** Answers with an error of this status, and does not execute the operation. */
  readonly status?: number;
  /** Answers with an error of this status, as a gateway does, after the operation was executed. */
  readonly statusAfter?: number;
  /** Of the error. */
  readonly message?: string;
  /** Added to the headers of the answer, or replaces them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the JSON answer of an executed operation: adds, removes or replaces fields. */
  readonly change?: (body: Readonly<Record<string, unknown>>) => unknown;
  /** Replaces the answer of an executed operation. A stream can be endless. */
  readonly body?: string | Buffer | Readable;
};

export type RecordedRequest = {
  /** Null if no operation has this path and method. */
  readonly operation: RemoteOperation | null;
  readonly method: string;
  /** From the origin, with the query: `/platform/v1/calls/call_1`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly json: unknown;
  readonly upload: ReceivedFile | null;
  /** The number of the connection; starts at 1. */
  readonly connection: number;
};

type ReceivedFile = {
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly bytes: Buffer;
};

export type RemoteDocument = {
  document_id: string;
  title: string;
  status: string;
  chunks_created: number;
  version?: number;
};

export type RemoteCall = {
  call_id: string;
  agent_id: string;
  status: string;
  duration_seconds: number;
  disposition: string | null;
  recording_url: string | null;
  transcript: { speaker: string; text: string }[];
};

export type RemoteAgentRequest = {
  request_id: string;
  status: string;
  assigned_engineer: string | null;
  estimated_uat_date: string | null;
};

/** What the remote stores. Tests read and change it; each value is sent as it is, with unknown statuses and extra fields. */
export type RemoteState = {
  organization: Record<string, unknown>;
  members: Record<string, unknown>[];
  usage: Record<string, unknown>;
  invoices: Record<string, unknown>[];
  readonly documents: Map<string, RemoteDocument>;
  readonly calls: Map<string, RemoteCall>;
  readonly agentRequests: Map<string, RemoteAgentRequest>;
  /** Files at the origin, by path, such as `/audio/call_1.mp3`. They need no key. */
  readonly files: Map<string, { readonly type: string; readonly bytes: Buffer }>;
  /** The only agents; null if every ID is one. */
  agentIds: readonly string[] | null;
  /** A key that is removed is revoked. */
  readonly keys: Map<string, Role>;
  errorShape: ErrorShape;
};

export type StrictRemote = {
  readonly baseUrl: string;
  readonly origin: string;
  readonly port: number;
  readonly orgId: string;
  readonly keys: Readonly<Record<Role, string>>;
  readonly state: RemoteState;
  /** Every request to the base URL and every file, in the order in which they arrived. */
  readonly requests: readonly RecordedRequest[];
  readonly countRequests: (operation: RemoteOperation) => number;
  /** Resolves when this many requests of an operation have arrived since the start. */
  readonly waitForRequests: (operation: RemoteOperation, count?: number) => Promise<RecordedRequest>;
  /** Sets the fault of an operation until it is set again; null for none. A function decides for each request; `number` starts at 1. */
  readonly setFault: (operation: RemoteOperation, fault: Fault | FindFault | null) => void;
  readonly close: () => Promise<void>;
};

type FindFault = (request: RecordedRequest, number: number) => Fault | undefined;

/** Below the origin, so that a client that ignores the path of the base URL finds nothing. */
const basePath = '/platform/v1';

const keys = { admin: 'remote-admin-key-1', manager: 'remote-manager-key-2', viewer: 'remote-viewer-key-3' } as const;

const everyone: readonly Role[] = ['admin', 'manager', 'viewer'];
const managers: readonly Role[] = ['admin', 'manager'];

/** Roles of the service specification, section 5. */
const operations: readonly (readonly [RemoteOperation, string, RegExp, readonly Role[]])[] = [
  ['getOrganization', 'GET', /^\/organizations\/([^/]+)$/, managers],
  ['listMembers', 'GET', /^\/organizations\/([^/]+)\/members$/, ['admin']],
  ['uploadDocument', 'POST', /^\/knowledge\/documents$/, managers],
  ['getDocument', 'GET', /^\/knowledge\/documents\/([^/]+)$/, everyone],
  ['deleteDocument', 'DELETE', /^\/knowledge\/documents\/([^/]+)$/, managers],
  ['getUsage', 'GET', /^\/billing\/usage$/, ['admin']],
  ['listInvoices', 'GET', /^\/billing\/invoices$/, ['admin']],
  ['placeCall', 'POST', /^\/calls\/outbound$/, managers],
  ['getCall', 'GET', /^\/calls\/([^/]+)$/, everyone],
  ['submitAgentRequest', 'POST', /^\/agents\/requests$/, ['admin']],
  ['getAgentRequest', 'GET', /^\/agents\/requests\/([^/]+)$/, managers],
];

type Result = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

type Answer = {
  readonly status: number;
  readonly body: string | Buffer | Readable;
  readonly type: string;
};

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Starts a service that has the operations of the specification and nothing else: no lists, no ETag, no idempotency, no OpenAPI
 * document. Everything else is 404.
 */
export async function startStrictRemote(options: StrictRemoteOptions = {}): Promise<StrictRemote> {
  const { orgId = 'org_remote', keyHeader = 'Authorization', tls } = options;
  const state = createState(orgId, options.errorShape ?? 'problem');
  const requests: RecordedRequest[] = [];
  /** By the Idempotency-Key. */
  const results = new Map<string, Result>();
  const faultOf = new Map<RemoteOperation, FindFault>();
  const waiting = new Set<() => void>();
  const connections = new Map<Socket, number>();
  const numbers = { doc: 0, call: 0, req: 0 };
  const createId = (prefix: keyof typeof numbers) =>
    options.createId?.(prefix, ++numbers[prefix]) ?? `${prefix}_${++numbers[prefix]}`;
  let connectionCount = 0;

  const ofOperation = (operation: RemoteOperation) => requests.filter((request) => request.operation === operation);

  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await recordRequest(message, connections.get(message.socket) ?? 0);
    requests.push(request);
    for (const check of waiting) check();
    const { operation } = request;
    const fault = (operation && faultOf.get(operation)?.(request, ofOperation(operation).length)) ?? {};
    await fault.waitBefore;
    if (fault.drop === 'before') return drop(message);
    const answer = answerRequest(request, fault);
    await fault.waitAfter;
    if (fault.drop === 'after') return drop(message);
    send(response, answer, fault);
  };

  const answerRequest = (request: RecordedRequest, fault: Fault): Answer => {
    try {
      if (fault.status !== undefined) throw new Refusal(fault.status, fault.message ?? 'Something went wrong.');
      if (!request.path.startsWith(basePath)) return findFile(request.path);
      const role = authenticate(request.headers);
      const { operation, id } = findOperation(request.method, request.path);
      if (!operation[3].includes(role)) throw new Refusal(403, 'Your role is not allowed to do this.');
      const { status, body } = executeOnce(operation[0], decodeURIComponent(id), request);
      if (fault.statusAfter !== undefined)
        throw new Refusal(fault.statusAfter, fault.message ?? 'Something went wrong.');
      const changed = fault.change ? fault.change(body) : body;
      return { status, body: fault.body ?? JSON.stringify(changed), type: 'application/json' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, ...formatError(state.errorShape, error) };
    }
  };

  const authenticate = (headers: IncomingHttpHeaders): Role => {
    const value = headers[keyHeader.toLowerCase()];
    const isBearer = keyHeader === 'Authorization';
    const key = isBearer ? /^Bearer (.+)$/.exec(String(value))?.[1] : value;
    const role = typeof key === 'string' ? state.keys.get(key) : undefined;
    if (!role) throw new Refusal(401, 'Invalid API key.');
    return role;
  };

  const findFile = (path: string): Answer => {
    const file = state.files.get(path);
    if (!file) throw new Refusal(404, 'Not found.');
    return { status: 200, body: file.bytes, type: file.type };
  };

  const executeOnce = (operation: RemoteOperation, id: string, request: RecordedRequest) => {
    const key = request.headers['idempotency-key'];
    if (!options.honoursIdempotency || typeof key !== 'string') return execute(operation, id, request);
    const first = results.get(key) ?? execute(operation, id, request);
    results.set(key, first);
    return first;
  };

  const execute = (operation: RemoteOperation, id: string, { json, upload }: RecordedRequest): Result => {
    switch (operation) {
      case 'getOrganization':
        return { status: 200, body: requireOrganization(id) };
      case 'listMembers':
        requireOrganization(id);
        return { status: 200, body: { data: state.members, total: state.members.length } };
      case 'uploadDocument': {
        if (!upload) throw new Refusal(400, 'The part file is required.');
        if (!upload.fields['title']) throw new Refusal(400, 'The field title is required.');
        if (upload.bytes.length > 20 * 1024 * 1024) throw new Refusal(413, 'The file is too large.');
        const document_id = createId('doc');
        const title = upload.fields['title'];
        state.documents.set(document_id, { document_id, title, status: 'processing', chunks_created: 0 });
        return { status: 202, body: { document_id, status: 'processing', message: 'Processing started.' } };
      }
      case 'getDocument':
        return { status: 200, body: require(state.documents, id) };
      case 'deleteDocument':
        require(state.documents, id);
        state.documents.delete(id);
        return { status: 200, body: { success: true, message: 'Deleted.' } };
      case 'getUsage':
        return { status: 200, body: state.usage };
      case 'listInvoices':
        return { status: 200, body: { data: state.invoices } };
      case 'placeCall': {
        const { agent_id, recipient_number } = requireFields(json, 'agent_id', 'recipient_number');
        if (!/^\+[1-9]\d{6,14}$/.test(recipient_number)) throw new Refusal(422, 'The number is not valid.');
        if (state.agentIds && !state.agentIds.includes(agent_id)) throw new Refusal(422, 'Unknown agent.');
        const call_id = createId('call');
        const empty = { duration_seconds: 0, disposition: null, recording_url: null, transcript: [] };
        state.calls.set(call_id, { call_id, agent_id, status: 'queued', ...empty });
        return { status: 202, body: { call_id, status: 'queued', message: 'The call is queued.' } };
      }
      case 'getCall':
        return { status: 200, body: require(state.calls, id) };
      case 'submitAgentRequest': {
        requireFields(json, 'objective');
        const request_id = createId('req');
        const request = { request_id, status: 'pending_review', assigned_engineer: null, estimated_uat_date: null };
        state.agentRequests.set(request_id, request);
        return { status: 201, body: { request_id, status: 'pending_review', message: 'A ticket was created.' } };
      }
      case 'getAgentRequest':
        return { status: 200, body: require(state.agentRequests, id) };
    }
  };

  const requireOrganization = (id: string) => {
    if (id !== orgId) throw new Refusal(404, 'The organization does not exist.');
    return state.organization;
  };

  const server = tls ? createTlsServer(tls) : createServer();
  server.on('connection', (socket: Socket) => connections.set(socket, ++connectionCount));
  server.on('secureConnection', (socket: Socket) => connections.set(socket, ++connectionCount));
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    void handle(message, response).then(null, (error: unknown) => {
      // A client that breaks its connection is part of the tests; the remote continues.
      if (!message.complete) return drop(message);
      throw error;
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}${basePath}`,
    origin,
    port,
    orgId,
    keys,
    state,
    requests,
    countRequests: (operation) => ofOperation(operation).length,
    waitForRequests: (operation, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          const found = ofOperation(operation)[count - 1];
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    setFault: (operation, fault) => {
      if (fault) faultOf.set(operation, typeof fault === 'function' ? fault : () => fault);
      else faultOf.delete(operation);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function createState(orgId: string, errorShape: ErrorShape): RemoteState {
  return {
    organization: {
      id: orgId,
      name: 'Harbour Remote',
      industry: 'Logistics',
      status: 'active',
      created_at: '2026-01-05T09:00:00Z',
    },
    members: [
      { user_id: 'usr_1', email: 'ada@example.com', role: 'admin', status: 'active' },
      { user_id: 'usr_2', email: 'mo@example.com', role: 'manager', status: 'pending_invite' },
    ],
    usage: {
      billing_period: { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' },
      minutes_used: 320,
      minutes_included: 500,
      overage_minutes: 0,
      estimated_cost_usd: 49.5,
    },
    invoices: [],
    documents: new Map(),
    calls: new Map(),
    agentRequests: new Map(),
    files: new Map(),
    agentIds: null,
    keys: new Map([
      [keys.admin, 'admin'],
      [keys.manager, 'manager'],
      [keys.viewer, 'viewer'],
    ]),
    errorShape,
  };
}

async function recordRequest(message: IncomingMessage, connection: number): Promise<RecordedRequest> {
  const { method = '', url = '', headers } = message;
  const isUpload = headers['content-type']?.startsWith('multipart/form-data') === true;
  const upload = isUpload ? await receiveFile(message) : null;
  const text = isUpload ? '' : (await buffer(message)).toString();
  const operation = matchOperation(method, url)?.operation[0] ?? null;
  return { operation, method, path: url, headers, json: parseJson(text), upload, connection };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function receiveFile(message: IncomingMessage): Promise<ReceivedFile | null> {
  const parser = busboy({ headers: message.headers, defParamCharset: 'utf8' });
  const fields: Record<string, string> = {};
  let file: Promise<Omit<ReceivedFile, 'fields'>> | null = null;
  parser.on('field', (name, value) => (fields[name] = value));
  parser.on('file', (name, stream, { filename }) => {
    if (name === 'file') file = buffer(stream).then((bytes) => ({ fileName: filename ?? '', bytes }));
    else stream.resume();
  });
  message.pipe(parser);
  await Promise.race([
    once(parser, 'close'),
    once(message, 'aborted').then(() => Promise.reject(new Error('aborted'))),
  ]);
  const received = await (file as Promise<Omit<ReceivedFile, 'fields'>> | null); // assigned in a callback
  return received && { fields, ...received };
}

function matchOperation(method: string, path: string) {
  const { pathname } = new URL(path, 'http://remote');
  if (!pathname.startsWith(basePath)) return undefined;
  for (const operation of operations) {
    const match = operation[1] === method ? operation[2].exec(pathname.slice(basePath.length)) : null;
    if (match) return { operation, id: match[1] ?? '' };
  }
  return undefined;
}

function findOperation(method: string, path: string) {
  const found = matchOperation(method, path);
  if (!found) throw new Refusal(404, 'Not found.');
  return found;
}

function require<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id);
  if (item === undefined) throw new Refusal(404, 'Not found.');
  return item;
}

function requireFields<Name extends string>(json: unknown, ...names: readonly Name[]): Record<Name, string> {
  const body: Partial<Record<string, unknown>> = typeof json === 'object' && json !== null ? { ...json } : {};
  const fields = Object.fromEntries(
    names.map((name) => {
      const value = body[name];
      if (typeof value !== 'string' || value === '') throw new Refusal(400, `The field ${name} is required.`);
      return [name, value];
    }),
  );
  return fields as Record<Name, string>; // has every name
}

function formatError(shape: ErrorShape, { status, message }: Refusal): Omit<Answer, 'status'> {
  const json = (body: unknown) => ({ body: JSON.stringify(body), type: 'application/json' });
  switch (shape) {
    case 'problem':
      return {
        ...json({ type: 'about:blank', title: 'Error', status, detail: message }),
        type: 'application/problem+json',
      };
    case 'detail':
      return json({ detail: message });
    case 'nested':
      return json({ error: { message, code: status } });
    case 'error':
      return json({ error: message });
    case 'message':
      return json({ message });
    case 'text':
      return { body: message, type: 'text/plain' };
    case 'html':
      return {
        body: `<html><head><title>Error ${status}</title></head><body><h1>${message}</h1></body></html>`,
        type: 'text/html',
      };
    case 'empty':
      return { body: '', type: 'text/plain' };
  }
}

function send(response: ServerResponse, { status, body, type }: Answer, { headers }: Fault): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  if (Buffer.isBuffer(bytes)) response.setHeader('Content-Length', bytes.length);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  if (Buffer.isBuffer(bytes)) response.end(bytes);
  else bytes.on('error', () => response.destroy()).pipe(response);
}

function drop(message: IncomingMessage): void {
  message.socket.destroy();
}
