import { useQuery } from '@tanstack/react-query';
import type { Capabilities } from '../../../shared/workspaces/connection.ts';
import { connectionQuery } from './connection-query.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

/** Returns what the remote has; null while it is loading, and if the workspace is not linked. */
export function useCapabilities(): Capabilities | null {
  const enabled = useIsLinked();
  const { data } = useQuery({ ...connectionQuery, enabled });
  return data?.connection?.capabilities ?? null;
}
