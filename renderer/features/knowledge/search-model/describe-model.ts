import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { SearchModelSettings } from '../../../../shared/knowledge/search-model.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const listFormat = new Intl.ListFormat('en');

/** Formats the languages of a model: “English and German”. Empty if it found nothing in any that was tried. */
export function formatLanguages(languages: readonly string[]): string {
  return listFormat.format(languages.map((language) => languageNames.of(language) ?? language));
}

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

/** Says in one sentence whether text leaves this computer; `baseUrl` is the one of a server. */
export function describePrivacy(baseUrl: string | null): string {
  const url = baseUrl === null ? null : URL.parse(baseUrl.trim());
  if (!url || isLoopbackHost(url.hostname)) return 'Text does not leave this computer.';
  return `The text of documents and questions is sent to ${url.host}.`;
}
