import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { SearchModelSettings } from '../../../../shared/knowledge/search-model.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { receiveUpload } from '../../platform/http/receive-upload.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { KnowledgeBase } from './knowledge-base.ts';

type SearchModelServices = { readonly knowledge: KnowledgeBase };

export function addSearchModelRoutes(tree: RouteTree<SearchModelServices>): void {
  bindRoute(tree, appRoutes.getSearchModel, async ({ services }) => ({
    body: await services.knowledge.models.describe(),
  }));

  bindRoute(tree, appRoutes.uploadSearchModelFile, async (ctx) => {
    const { files, models } = ctx.services.knowledge;
    models.requireLocal();
    const { file } = await receiveUpload(ctx.request, {
      maxBytes: limits.searchModelBytes,
      tooLargeDetail: 'A file of a search model can be at most 1 GB. Nothing was uploaded.',
      mediaTypeDetail: 'Send the file as multipart/form-data with the part file.',
      receive: (source) => files.receive(source),
      discard: (received) => files.discard(received),
    });
    if (!file) throw new Problem('malformed', 'The part "file" is missing.');
    try {
      if (file.sizeBytes === 0) throw new Problem('empty_file', 'The file is empty. Nothing was uploaded.');
      await files.store(file); // pinned until the workspace is closed, because the change follows
      await files.upload(file);
    } finally {
      await files.discard(file); // no effect once the file is stored
    }
    const { sha256, sizeBytes, name } = file;
    ctx.setAuditSubject({ label: name });
    return ctx.commitOnce(sha256, () => ({ body: { sha256, name, size_bytes: sizeBytes } }));
  });

  bindRoute(tree, appRoutes.checkSearchModel, async ({ services, json: { settings, api_key }, request }) => {
    if (settings.kind === 'built_in') return { body: { steps: [], languages: [] } };
    const { steps, languages } = await services.knowledge.models.check(settings, api_key, request.signal);
    return { body: { steps: [...steps], languages: [...languages] } };
  });

  bindRoute(tree, appRoutes.changeSearchModel, async (ctx) => {
    const { settings, api_key } = ctx.json;
    ctx.setAuditSubject({ label: describeModel(settings) });
    return ctx.services.knowledge.models.change(settings, api_key, ctx.request.signal, (store) =>
      ctx.commitOnce({ settings }, () => ({ body: store() })),
    );
  });

  bindRoute(tree, appRoutes.cancelSearchModelChange, async (ctx) => {
    const { models } = ctx.services.knowledge;
    ctx.setAuditSubject({ label: describeModel(models.active.stored.settings) });
    return ctx.commit(() => {
      models.cancelChange();
      return { body: { success: true } };
    });
  });
}

function describeModel(settings: SearchModelSettings): string {
  switch (settings.kind) {
    case 'built_in':
      return 'the built-in model';
    case 'file':
      return settings.name;
    case 'server':
      return `${settings.model} on ${URL.parse(settings.base_url)?.host ?? settings.base_url}`;
  }
}
