import type { ErrorDescription } from './describe-error-response.ts';
import { parseRetryAfter } from './parse-retry-after.ts';
import { RemoteError } from './remote-client.ts';
import type { HttpResponse } from './send-request.ts';

type StatusErrorOptions = ErrorDescription & {
  readonly now: number;
  /** Whether the request contained the API key, which a 401 then refuses. */
  readonly isKeySent?: boolean;
};

/** Returns the error for a response that is not successful: to a request, or to a download. */
export function createStatusError(
  { status, message: { headers } }: HttpResponse,
  { message, code, now, isKeySent = true }: StatusErrorOptions,
): RemoteError {
  const kind = status === 401 && !isKeySent ? 'rejected' : classifyStatus(status);
  return new RemoteError(kind, message, { wasSent: true, status, code, retryAfterMs: parseRetryAfter(headers, now) });
}

/** 408 and 425 mean that the remote has not processed the request (RFC 9110, section 15.5.9; RFC 8470, section 5.2). */
function classifyStatus(status: number): RemoteError['kind'] {
  if (status === 401) return 'unauthorized';
  if ([408, 425, 429, 503].includes(status)) return 'busy';
  if (status >= 400 && status < 500) return 'rejected';
  return status >= 500 ? 'failed' : 'invalid';
}
