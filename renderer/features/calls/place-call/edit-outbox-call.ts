import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { OutboxEditor } from '../../../data/feature.ts';
import { app } from '../../../data/service-clients.ts';
import { useCallsStore } from '../calls-store.ts';
import { openPrefilledPanel } from './open-prefilled-panel.ts';

/** Opens the panel that places a call with the content of a call that was not sent. */
export const editOutboxCall: OutboxEditor = async ({ subject_id }, takeOut, navigate) => {
  const call = await app(appRoutes.getCallDetails, { params: { call_id: subject_id } });
  if (!(await takeOut())) return;
  openPrefilledPanel(call);
  await navigate({ to: '/calls', search: useCallsStore.getState().search });
};
