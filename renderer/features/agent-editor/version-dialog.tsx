import { useQuery } from '@tanstack/react-query';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { DefinitionDetails } from '../agents/public.ts';
import { agentVersionQuery } from './agent-versions-query.ts';

type VersionDialogProps = { readonly agentId: string; readonly version: number; readonly onClose: () => void };

/** Everything that decides what a published version says. */
export function VersionDialog({ agentId, version, onClose }: VersionDialogProps) {
  const { data, isError, error, refetch } = useQuery(agentVersionQuery(agentId, version));
  return (
    <Dialog title={`Version ${version}`} isWide onClose={onClose}>
      {data ? (
        <DefinitionDetails definition={data.definition} />
      ) : isError ? (
        <ErrorState
          title="The version could not be loaded"
          detail={formatError(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <TextSkeleton label="Loading the version" />
      )}
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
