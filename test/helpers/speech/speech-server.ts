import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendError } from '../answering/chat-server.ts';
import { startLocalServer } from '../remote/start-local-server.ts';
import { encodeTone, encodeWavFile } from './wav-file.ts';

export type SpeechRequest = {
  readonly path: string;
  readonly authorization: string | undefined;
  /** The body of a request for speech. */
  readonly json: { readonly model?: string; readonly input?: string; readonly voice?: string; readonly speed?: number };
  /** The form of a request for a transcript. */
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Buffer | null;
};

/** Answers instead of the server. Returns false if the server is to answer. */
export type SpeechFault = (response: ServerResponse, request: SpeechRequest) => boolean;

/** A server with `POST /audio/speech`, `POST /audio/transcriptions` and `GET /models` of the OpenAI API. */
export type SpeechServer = {
  readonly baseUrl: string;
  readonly requests: SpeechRequest[];
  /** Decides what the server hears in a WAV file. */
  hear: (wav: Buffer) => string | Promise<string>;
  /** Decides the audio of a text: by default, a tone of 60 ms per character. */
  speak: (text: string) => { readonly bytes: Uint8Array; readonly type: string };
  /** Null while it works. */
  fault: SpeechFault | null;
  readonly close: () => Promise<void>;
};

export async function startSpeechServer({ apiKey = '' } = {}): Promise<SpeechServer> {
  const requests: SpeechRequest[] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    requests.push(request);
    if (started.fault?.(response, request)) return;
    if (apiKey !== '' && request.authorization !== `Bearer ${apiKey}`) return sendError(response, 401, 'Wrong key.');
    const sendJson = (body: unknown) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.path === '/v1/models') return sendJson({ data: [{ id: 'kokoro' }, { id: 'whisper' }] });
    if (request.path === '/v1/audio/speech') {
      if (request.json.model !== 'kokoro') return sendError(response, 404, 'No such model.');
      const { bytes, type } = started.speak(request.json.input ?? '');
      return void response.writeHead(200, { 'Content-Type': type }).end(bytes);
    }
    if (request.path !== '/v1/audio/transcriptions') return sendError(response, 404, 'No such operation.');
    if (request.fields['model'] !== 'whisper' || !request.file) return sendError(response, 404, 'No such model.');
    sendJson({ text: await started.hear(request.file) });
  };
  const { origin, close } = await startLocalServer(answer);
  const started: SpeechServer = {
    baseUrl: `${origin}/v1`,
    requests,
    hear: () => 'Please call me back on Monday.',
    speak: (text) => ({ bytes: encodeWavFile([encodeTone(text.length * 0.06, 24_000)], 24_000), type: 'audio/wav' }),
    fault: null,
    close,
  };
  return started;
}

async function readRequest(message: IncomingMessage): Promise<SpeechRequest> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(Buffer.from(part as Uint8Array)); // a message without an encoding emits buffers
  const body = Buffer.concat(parts);
  const { authorization, 'content-type': type = '' } = message.headers;
  const request = { path: message.url ?? '', authorization, json: {}, fields: {}, file: null };
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    const fields: Record<string, string> = {};
    let file: Buffer | null = null;
    for (const [name, value] of form.entries())
      if (typeof value === 'string') fields[name] = value;
      else file = Buffer.from(await value.arrayBuffer());
    return { ...request, fields, file };
  }
  return type.includes('json') ? { ...request, json: JSON.parse(body.toString()) as SpeechRequest['json'] } : request;
}
