import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { readSettings, updateSettings } from '../../platform/settings/settings-store.ts';

export function addSettingsRoutes({ app: tree }: RouteTrees, onChange: () => void): void {
  const { settings } = tree.context;

  bindRoute(tree, appRoutes.getSettings, () => ({ body: readSettings(settings) }));

  bindRoute(tree, appRoutes.updateSettings, ({ json, setAuditSubject }) => {
    setAuditSubject({ label: Object.keys(json).join(', ').replaceAll('_', ' ') });
    const body = updateSettings(settings, json);
    onChange();
    return { body };
  });

  bindRoute(tree, appRoutes.getSettingsIssue, () => ({ body: { issue: settings.issue ?? null } }));
}
