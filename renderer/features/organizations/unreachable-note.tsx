import { useQuery } from '@tanstack/react-query';
import { useIsLinked } from '../../data/session/session-query.ts';
import { localApiQuery } from '../local-api/public.ts';

/** Warns that an invitation to a local workspace cannot be accepted now. */
export function UnreachableNote() {
  const isLocal = !useIsLinked();
  const localApi = useQuery({ ...localApiQuery, enabled: isLocal }).data;
  return (
    isLocal &&
    localApi?.base_url === null && (
      <p>No other program can reach this workspace now. Enable local API access under API keys first.</p>
    )
  );
}
