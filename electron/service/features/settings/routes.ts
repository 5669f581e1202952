import { appRoutes } from '../../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { readSettings, writeSettings } from '../../platform/settings/stored-settings.ts';

export function addSettingsRoutes(tree: RouteTree): void {
  const { settings } = tree.context;

  bindRoute(tree, appRoutes.getSettings, () => ({ body: readSettings(settings) }));

  bindRoute(tree, appRoutes.updateSettings, ({ json, setAuditSubject }) => {
    setAuditSubject({ label: Object.keys(json).join(', ').replaceAll('_', ' ') });
    const { theme, sidebar, text_size, notifications, startup } = readSettings(settings);
    const updated = {
      theme: json.theme ?? theme,
      sidebar: json.sidebar ?? sidebar,
      text_size: json.text_size ?? text_size,
      notifications: json.notifications ?? notifications,
      startup: json.startup ?? startup,
    };
    writeSettings(settings, updated);
    return { body: updated };
  });
}
