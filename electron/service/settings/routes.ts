import { appRoutes } from '../../../shared/contract.ts';
import type { Context } from '../context.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { readSettings, writeSettings } from './stored-settings.ts';

export function addSettingsRoutes(tree: RouteTree, { settings }: Context): void {
  bindRoute(tree, appRoutes.getSettings, () => ({ body: readSettings(settings) }));

  bindRoute(tree, appRoutes.changeSettings, ({ json, about }) => {
    about({ label: Object.keys(json).join(', ').replaceAll('_', ' ') });
    const { theme, sidebar, text_size, start } = readSettings(settings);
    const changed = {
      theme: json.theme ?? theme,
      sidebar: json.sidebar ?? sidebar,
      text_size: json.text_size ?? text_size,
      start: json.start ?? start,
    };
    writeSettings(settings, changed);
    return { body: changed };
  });
}
