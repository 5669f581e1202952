import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DoNotCallEntry } from '../../../shared/calls/do-not-call.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { toLocalDay } from '../../format/local-day.ts';
import { invalidate } from '../../data/invalidate.ts';
import { saveBlob } from '../../data/save-file.ts';
import { v1 } from '../../data/service-clients.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';
import { doNotCallKey } from './do-not-call-query.ts';
import { showRequestError } from '../../data/show-request-error.ts';

/** Removes a number and offers to add it again. A number that is no longer listed counts as removed. */
export async function removeEntry({ entry_id, recipient_number, reason }: DoNotCallEntry): Promise<void> {
  const number = formatPhoneNumber(recipient_number);
  try {
    await v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
    showActionToast(`${number} can be called again`, 'Undo', () => void restoreEntry(recipient_number, reason));
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'do_not_call_entry_not_found'))
      showRequestError(`${number} was not removed from the do-not-call list`, error);
  }
  void invalidate(doNotCallKey);
}

async function restoreEntry(recipient_number: string, reason: string): Promise<void> {
  try {
    await v1(v1Routes.addDoNotCallEntry, { json: { recipient_number, reason } });
  } catch (error) {
    showRequestError(`${formatPhoneNumber(recipient_number)} is not on the do-not-call list`, error);
  }
  void invalidate(doNotCallKey);
}

export async function exportEntries(): Promise<void> {
  try {
    const response = await v1(v1Routes.exportDoNotCallEntries, {});
    saveBlob(`do-not-call ${toLocalDay(new Date())}.csv`, await response.blob());
  } catch (error) {
    showRequestError('The do-not-call list was not exported', error);
  }
}
