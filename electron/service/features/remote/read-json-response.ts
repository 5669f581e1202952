import { RemoteError, type RemoteResponse } from './remote-client.ts';
import { readBody, type HttpResponse } from './send-request.ts';

/** Reads the JSON of a successful response. Rejects with RemoteError `invalid` if it is something else, or too large. */
export async function readJsonResponse(response: HttpResponse, maxBytes: number): Promise<RemoteResponse> {
  const { status, message } = response;
  const reject = (reason: string) => {
    message.destroy();
    return new RemoteError('invalid', reason, { wasSent: true, status });
  };
  const { headers } = message;
  const etag = headers.etag ?? null;
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(/\s*;/);
  const notJson = 'The remote sent something other than JSON.';
  const tooLarge = `The remote sent more than ${Math.round(maxBytes / 1024 / 1024)} MB.`;
  const isJson = /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw reject(tooLarge);
  if (mediaType === 'text/html') throw reject('The remote sent a web page instead of data.');
  // Such as a stream of events, which does not end.
  if (mediaType !== '' && !isJson && headers['content-length'] !== '0') throw reject(notJson);
  const { bytes, isComplete } = await readBody(response, maxBytes);
  if (!isComplete) throw reject(tooLarge);
  if (bytes.length === 0) return { status, body: null, etag };
  if (!isJson) throw reject(notJson);
  try {
    return { status, body: JSON.parse(bytes.toString()), etag };
  } catch {
    throw reject('The remote sent JSON that cannot be read.');
  }
}
