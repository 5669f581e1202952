import { isLoopbackHost } from '../../../shared/workspaces/loopback-host.ts';

/** Returns a sentence on whether text leaves this computer, or null while the base URL is not complete. */
export function describePrivacy(baseUrl: string): string | null {
  const url = URL.parse(baseUrl.trim());
  if (!url) return null;
  if (isLoopbackHost(url.hostname)) return 'Text does not leave this computer.';
  return `What is said in calls, and passages of documents, are sent to ${url.host}.`;
}
