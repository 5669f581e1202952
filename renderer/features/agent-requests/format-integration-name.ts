import { findIntegration, integrationNames } from '../../../shared/agents/integrations.ts';

/** Returns the display name of an integration. A name that a remote knows and this version does not is returned unchanged. */
export function formatIntegrationName(name: string): string {
  const integration = findIntegration(name);
  return integration ? integrationNames[integration] : name;
}
