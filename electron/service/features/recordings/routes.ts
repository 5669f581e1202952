import { fileRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { resolveSignedUrl, type UrlSigner } from '../../platform/http/url-signer.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RecordingStore } from './recording-store.ts';
import { findRecordingByCallId } from './recording-queries.ts';

type RecordingSource = {
  readonly db: Database;
  readonly services: { readonly recordings: RecordingStore; readonly urlSigner: UrlSigner };
};

/** Serves recordings for URLs that the open workspace has signed. */
export function addRecordingRoutes(
  { files: tree }: RouteTrees,
  findWorkspace: () => RecordingSource | undefined,
): void {
  bindRoute(tree, fileRoutes.getRecording, async (ctx) => {
    const { workspace, name: callId } = resolveSignedUrl(findWorkspace(), '.mp3', ctx);
    const { recordings } = workspace.services;
    const recording = findRecordingByCallId(workspace.db, callId);
    if (!recording) throw new Problem('recording_missing', 'This call has no recording.');
    await recordings.verify(callId, recording);
    return serveFile(ctx.request, {
      sizeBytes: recording.size_bytes,
      etag: `"${recording.sha256}"`,
      headers: {
        'Content-Type': 'audio/mpeg',
        'Content-Disposition': `inline; filename="${callId}.mp3"`,
      },
      read: (start, end) => recordings.read(callId, start, end),
    });
  });
}
