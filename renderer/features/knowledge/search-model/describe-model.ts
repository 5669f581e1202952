import type { SearchModelSettings } from '../../../../shared/knowledge/search-model.ts';
import { describePrivacy } from '../../model-server/public.ts';

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
export function describeModelPrivacy(baseUrl: string | null): string {
  return describePrivacy(baseUrl, 'The text of documents and questions is');
}
