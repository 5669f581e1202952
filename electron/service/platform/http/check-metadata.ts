import { findMetadataErrors, type CallMetadata } from '../../../../shared/call-metadata.ts';
import { Problem } from '../../../../shared/problems.ts';

/** Throws Problem `metadata_invalid`; what is nested without end could not even be written down. */
export function checkMetadata(metadata: CallMetadata): void {
  const errors = findMetadataErrors(metadata);
  if (errors.length === 0) return;
  throw new Problem('metadata_invalid', `The metadata cannot be taken: ${errors[0]?.detail}`, { errors });
}
