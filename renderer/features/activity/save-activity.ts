import { v1Routes } from '../../../shared/contract/contract.ts';
import type { ActivityFilter } from '../../../shared/organization/activity.ts';
import { saveBlob } from '../../data/save-file.ts';
import { v1 } from '../../data/service-clients.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { toLocalDay } from '../../format/local-day.ts';

/** Saves the entries that match the filter, oldest first. */
export async function saveActivity(filter: ActivityFilter, format: 'csv' | 'json'): Promise<void> {
  try {
    const response = await v1(v1Routes.exportActivity, { query: { ...filter, format } });
    saveBlob(`activity ${toLocalDay(new Date())}.${format}`, await response.blob());
  } catch (error) {
    showRequestError('Activity was not exported', error);
  }
}
