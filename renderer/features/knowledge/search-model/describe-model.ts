import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { SearchModelSettings } from '../../../../shared/knowledge/search-model.ts';

export function formatModelName(settings: SearchModelSettings): string {
  switch (settings.kind) {
    case 'built_in':
      return 'Built-in model';
    case 'file':
      return settings.name;
    case 'server':
      return settings.model;
  }
}

/** Returns a sentence on whether text leaves this computer. `baseUrl` is null if the model is not on a server. */
export function describePrivacy(baseUrl: string | null): string {
  const url = baseUrl === null ? null : URL.parse(baseUrl.trim());
  if (!url || isLoopbackHost(url.hostname)) return 'Text does not leave this computer.';
  return `The text of documents and questions is sent to ${url.host}.`;
}
