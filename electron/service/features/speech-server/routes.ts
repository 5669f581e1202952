import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { SpeechServers } from './speech-servers.ts';

type SpeechServerServices = { readonly speechServers: SpeechServers };

export function addSpeechServerRoutes({ app: tree }: RouteTrees<SpeechServerServices>): void {
  bindRoute(tree, appRoutes.getSpeechServer, async ({ services }) => ({
    body: await services.speechServers.describe(),
  }));

  bindRoute(tree, appRoutes.listSpeechModels, async ({ services, json: { settings, api_key }, request }) => ({
    body: { models: [...(await services.speechServers.list(settings, api_key, request.signal))] },
  }));

  bindRoute(tree, appRoutes.checkSpeechServer, async ({ services, json: { settings, api_key }, request }) => ({
    body: { steps: [...(await services.speechServers.check(settings, api_key, request.signal))] },
  }));

  bindRoute(tree, appRoutes.changeSpeechServer, async ({ services, json, commit, setAuditSubject }) => {
    const { settings, api_key } = json;
    setAuditSubject({
      label: settings
        ? [settings.speech_model || settings.transcription_model, URL.parse(settings.base_url)?.host].join(' on ')
        : 'built-in voices',
    });
    return services.speechServers.change(settings, api_key, (store) =>
      commit(() => {
        store();
        return { body: { success: true } };
      }),
    );
  });
}
