// Public: other features may import this file.
import type { ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { checkBaseUrl } from '../remote/base-url.ts';

/**
 * Returns the settings with their base URL in one form. Throws Problem `connection_invalid`; `pointer` is where the base URL
 * is in the body of the request.
 */
export function checkSettings(settings: ConnectionSettings, pointer: string): ConnectionSettings {
  const checked = checkBaseUrl(settings);
  if ('baseUrl' in checked) return { ...settings, base_url: checked.baseUrl };
  throw new Problem('connection_invalid', checked.reason, { errors: [{ pointer, detail: checked.reason }] });
}
