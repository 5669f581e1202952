import { isLoopbackHost } from '../../../shared/workspaces/loopback-host.ts';
import { parseBaseUrl } from '../connection/public.ts';

/**
 * Returns a sentence on whether something leaves this computer. `sent` is what a server elsewhere receives, such as "The text of
 * documents is", and `kept` what does not leave. The base URL is null if there is no server, and can be incomplete.
 */
export function describePrivacy(baseUrl: string | null, sent: string, kept = 'Text'): string {
  const url = baseUrl === null ? null : parseBaseUrl(baseUrl);
  if (!url || isLoopbackHost(url.hostname)) return `${kept} does not leave this computer.`;
  return `${sent} sent to ${url.host}.`;
}
