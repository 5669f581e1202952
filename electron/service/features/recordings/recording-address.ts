import { fileRoutes } from '../../../../shared/contract.ts';
import type { UrlSigner } from '../../platform/http/url-signer.ts';

/** Where a call's recording can be opened for an hour, relative to the origin. */
export function signRecordingUrl(signer: UrlSigner, callId: string): string {
  return signer.sign(fileRoutes.getRecording, `${callId}.mp3`);
}
