import { fileRoutes } from '../../../shared/contract.ts';
import type { AddressSigner } from '../http/signed-address.ts';

/** Where a call's recording can be opened for an hour, relative to the origin. */
export function addressOfRecording(signer: AddressSigner, callId: string): string {
  return signer.sign(fileRoutes.getRecording, `${callId}.mp3`);
}
