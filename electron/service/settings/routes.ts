import { appRoutes } from '../../../shared/contract.ts';
import { settingsSchema } from '../../../shared/settings.ts';
import type { Context } from '../context.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';

const storeKey = 'settings';

export function addSettingsRoutes(tree: RouteTree, { settings }: Context): void {
  const read = () => settingsSchema.catch(settingsSchema.parse({})).parse(settings.get(storeKey) ?? {});

  bindRoute(tree, appRoutes.getSettings, () => ({ body: read() }));

  bindRoute(tree, appRoutes.changeSettings, ({ json }) => {
    const changed = settingsSchema.parse({ ...read(), ...json });
    settings.set(storeKey, changed);
    return { body: changed };
  });
}
