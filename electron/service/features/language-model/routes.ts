import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { LanguageModels } from './language-models.ts';

type LanguageModelServices = { readonly languageModels: LanguageModels };

export function addLanguageModelRoutes({ app }: RouteTrees<LanguageModelServices>): void {
  addAppRoutes(app);
}

function addAppRoutes(tree: RouteTree<LanguageModelServices>): void {
  bindRoute(tree, appRoutes.getLanguageModel, async ({ services }) => ({
    body: await services.languageModels.describe(),
  }));

  bindRoute(tree, appRoutes.listLanguageModels, async ({ services, json: { settings, api_key }, request }) => ({
    body: { models: [...(await services.languageModels.list(settings, api_key, request.signal))] },
  }));

  bindRoute(tree, appRoutes.checkLanguageModel, async ({ services, json: { settings, api_key }, request }) => ({
    body: { steps: [...(await services.languageModels.check(settings, api_key, request.signal))] },
  }));

  bindRoute(tree, appRoutes.changeLanguageModel, async ({ services, json, commit, setAuditSubject }) => {
    const { settings, api_key } = json;
    setAuditSubject({
      label: settings
        ? `${settings.model} on ${URL.parse(settings.base_url)?.host ?? settings.base_url}`
        : 'rules only',
    });
    return services.languageModels.change(settings, api_key, (store) =>
      commit(() => {
        store();
        return { body: { success: true } };
      }),
    );
  });
}
