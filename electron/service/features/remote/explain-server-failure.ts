// Public: other features may import this file.
import type { RemoteError } from './remote-client.ts';

/** Matches how servers say that a text is too long for a model. */
const contextPattern = /\bcontext (?:length|size|window)\b/i;

const addressFix = 'Check the base URL. It often ends with /v1.';

/**
 * Returns why a request to a server with the OpenAI API failed, and what to do about it, as sentences. `operation` is what the
 * request asked for, in the plural, such as "embeddings".
 */
export function explainServerFailure(
  { kind, status, code, message }: RemoteError,
  operation: string,
): { readonly message: string; readonly fix: string } {
  const reason = message.replaceAll(/\b(t)he remote\b/gi, '$1he server');
  if (kind === 'unauthorized') return { message: 'The server refuses the API key.', fix: 'Enter the API key again.' };
  if (status === 403)
    return { message: 'The API key may not use this model.', fix: 'Use another API key, or another model.' };
  if (status === 404)
    return {
      message: `The server has no such model, or offers no ${operation} at this address (HTTP 404).`,
      fix: `${addressFix} Check the name of the model.`,
    };
  if (status === 402 || code === 'insufficient_quota')
    return {
      message: `The server refuses the request (HTTP ${status}). ${reason}`,
      fix: 'Check the credit of your account.',
    };
  if (status === 429)
    return {
      message: 'The server asks to wait, because it receives too many requests.',
      fix: 'Wait, or raise the limit of your account.',
    };
  if (kind === 'busy') return { message: 'The server is busy.', fix: 'Try again in a while.' };
  // Without words of the server, the message is only the status again.
  const detail = reason.includes(`HTTP ${status}`) ? '' : ` ${reason}`;
  if (contextPattern.test(reason))
    return {
      message: `The text is longer than the context of the model (HTTP ${status}).${detail}`,
      fix: 'Give the model a longer context on the server, or use another model.',
    };
  if (kind === 'failed')
    return { message: `The server failed (HTTP ${status}).${detail}`, fix: 'Try again in a while.' };
  if (kind === 'rejected')
    return {
      message: `The server refuses the request (HTTP ${status}).${detail}`,
      fix: 'Check the name of the model.',
    };
  if (kind === 'no_answer' || kind === 'unreachable')
    return { message: reason, fix: 'Check that the server runs and that this computer can reach it.' };
  return { message: reason, fix: addressFix };
}
