import { useQuery } from '@tanstack/react-query';
import type { ConnectionSettings } from '../../../shared/workspaces/connection.ts';
import { connectionQuery } from './connection-query.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

/** Returns the remote's base URL and organization; null while they are loading, and if the workspace is not linked. */
export function useRemoteAddress(): Pick<ConnectionSettings, 'base_url' | 'org_id'> | null {
  const enabled = useIsLinked();
  const { data } = useQuery({ ...connectionQuery, enabled });
  return data?.connection ?? null;
}
