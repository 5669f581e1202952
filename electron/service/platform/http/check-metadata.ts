import { findMetadataErrors, type CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import { Problem } from '../../../../shared/contract/problems.ts';

/** Throws Problem `metadata_invalid` if the metadata is too large, too deeply nested or has an invalid name. */
export function checkMetadata(metadata: CallMetadata): void {
  const errors = findMetadataErrors(metadata);
  if (errors.length === 0) return;
  throw new Problem('metadata_invalid', `The metadata is invalid: ${errors[0]?.detail}`, { errors });
}
