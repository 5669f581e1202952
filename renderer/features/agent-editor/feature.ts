import type { CommandAction } from '../../ui/commands/command.ts';
import type { CommandActions, Feature, WindowContext } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { agentDetailsQuery } from '../agents/public.ts';
import { flushAgentEdits, keptAgentEdits, resetAgentEdits } from './agent-edits.ts';
import { openEditorTab } from './agent-editor-store.ts';
import { agentEditorRoutes } from './routes.ts';

export const agentEditorFeature = {
  name: 'agent-editor',
  routes: agentEditorRoutes,
  draftState: keptAgentEdits,
  workspace: {
    flush: flushAgentEdits,
    discard: resetAgentEdits,
  },
  events: {
    'agent.changed': ({ agent_id }) => void invalidate(agentDetailsQuery(agent_id).queryKey),
    reset: () => void flushAgentEdits(), // the service may have been unreachable
  },
  createCommands,
  loadPaletteSource: async () => (await import('./agent-editor-palette.ts')).agentEditorPalette,
} as const satisfies Feature;

type EditorCommand = 'publish-agent' | 'try-agent-draft' | 'show-agent-versions' | 'discard-agent-draft';

function createCommands({ editedAgentId: agentId }: WindowContext): CommandActions<EditorCommand> {
  const whileEditing = (run: (id: string) => void): CommandAction => ({
    disabledReason: agentId === null ? 'Open the editor of an agent first.' : null,
    run: () => agentId !== null && run(agentId),
  });
  return {
    'publish-agent': whileEditing((id) => {
      void retryWhenReachable(() => import('./request-publication.ts')).then(({ requestPublication }) =>
        requestPublication(id),
      );
    }),
    'try-agent-draft': whileEditing(() => openEditorTab('try')),
    'show-agent-versions': whileEditing(() => openEditorTab('versions')),
    'discard-agent-draft': whileEditing((id) => {
      void retryWhenReachable(() => import('./agent-version-actions.ts')).then(({ discardDraft }) => discardDraft(id));
    }),
  };
}
