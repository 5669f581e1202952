import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEditedAgent } from '../data/edited-agent-store.ts';
import type { WindowContext } from '../data/feature.ts';
import { useSession } from '../data/session/session-query.ts';

/** Returns the same object until the session changes, or an editor is opened or closed. */
export function useWindowContext(): WindowContext {
  const session = useSession();
  const navigate = useNavigate();
  const { agentId: editedAgentId } = useEditedAgent();
  return useMemo(() => ({ session, navigate, editedAgentId }), [session, navigate, editedAgentId]);
}
