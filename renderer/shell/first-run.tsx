import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { backupExtension } from '../../shared/workspaces/backups.ts';
import { openRestoreDialog, useOpenBackup } from '../features/backups/public.ts';
import { bridge } from '../data/bridge.ts';
import { isDialogOpen } from '../ui/commands/key-target.ts';
import { openOverlay } from '../data/overlay-store.ts';
import { formatError } from '../format/format-error.ts';
import { useOpenedBackups } from './use-opened-items.ts';
import { Button } from '../ui/buttons/button.tsx';
import { focusOnMount } from '../ui/focus/focus-on-mount.ts';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { connectionFeature } from '../features/connection/feature.ts';
import { CommandDialog } from './frame/command-overlays.tsx';
import { Logo } from '../ui/page/logo.tsx';
import {
  NewWorkspaceForm,
  createWorkspace,
  prepareDemo,
  WorkspacePicker,
  workspacesQuery,
} from '../features/workspaces/public.ts';

const ConnectDialog = connectionFeature.dialogs['connect-workspace'];

type Step = 'choosing' | 'creating-demo' | 'naming' | 'connecting';

/** Offers to open a workspace, to create the demo or a local workspace, or to connect to a remote service. Shown while no workspace is open. */
export function FirstRun() {
  const [step, setStep] = useState<Step>('choosing');
  const [hasCancelled, setHasCancelled] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const openBackup = useOpenBackup();
  useOpenedBackups(openBackup);
  // The only command of the native menu that also helps while no workspace is open.
  useEffect(
    () =>
      bridge.onCommand(
        ['show-diagnostics'],
        (id) => id === 'show-diagnostics' && !isDialogOpen() && openOverlay('show-diagnostics'),
      ),
    [],
  );
  const isFirstStart = useQuery(workspacesQuery).data?.data.length === 0;
  useEffect(() => {
    if (isFirstStart) void prepareDemo();
  }, [isFirstStart]);
  const { getRootProps } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => {
      const file = files.find(({ name }) => name.endsWith(backupExtension));
      if (file) openBackup({ kind: 'file', file });
    },
  });
  const tryDemo = async () => {
    if (step === 'creating-demo') return;
    setStep('creating-demo');
    setFailure(null);
    try {
      await createWorkspace({ kind: 'demo' });
    } catch (error) {
      setFailure(formatError(error));
      setStep('choosing');
    }
  };
  return (
    <div {...getRootProps({ role: 'presentation' })} className="flex h-full flex-col outline-none">
      <div className="drag-region h-12 shrink-0" />
      <main className="flex min-h-0 flex-1 scroll-pb-20 flex-col items-center overflow-auto px-6 pb-5">
        <div className="my-auto flex w-92 flex-col pb-11">
          <Logo className="size-11" />
          <h1 className="mt-5 text-title">Switchboard</h1>
          <p className="mt-1 text-muted">
            Manage your AI voice agents: their knowledge, calls and costs. Data leaves this computer only if you connect
            to a remote service, or choose a server for models or speech.
          </p>
          <div className="mt-8">
            {(step === 'choosing' || step === 'connecting') && (
              <WorkspacePicker onFailure={(error) => setFailure(formatError(error))} />
            )}
            {step === 'naming' ? (
              <section aria-label="New local workspace" className="fade-in">
                <NewWorkspaceForm
                  onCancel={() => {
                    setStep('choosing');
                    setHasCancelled(true);
                  }}
                  onCreated={() => {}}
                />
              </section>
            ) : (
              <StartOptions
                isCreating={step === 'creating-demo'}
                takesFocus={hasCancelled}
                onDemo={() => void tryDemo()}
                onNew={() => setStep('naming')}
                onConnect={() => setStep('connecting')}
                onRestore={() => openRestoreDialog(null)}
              />
            )}
            {failure && (
              <p role="alert" className="mt-4 text-bad">
                {failure}
              </p>
            )}
          </div>
        </div>
      </main>
      <Suspense>{step === 'connecting' && <ConnectDialog onClose={() => setStep('choosing')} />}</Suspense>
      <CommandDialog />
    </div>
  );
}

type StartOptionsProps = {
  readonly isCreating: boolean;
  /** Whether the button for a new workspace takes the focus of the form that was cancelled. */
  readonly takesFocus: boolean;
  readonly onDemo: () => void;
  readonly onNew: () => void;
  readonly onConnect: () => void;
  readonly onRestore: () => void;
};

function StartOptions({ isCreating, takesFocus, onDemo, onNew, onConnect, onRestore }: StartOptionsProps) {
  const waitReason = isCreating ? 'Wait until the demo has been created.' : null;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <Button variant="primary" size="large" aria-busy={isCreating} onClick={onDemo} className="w-full">
          {isCreating ? 'Creating the demo…' : 'Try the demo'}
        </Button>
        {isCreating ? (
          <div role="status" className="flex flex-col gap-2 pt-1">
            <ProgressBar label="Creating the demo" fraction={null} />
            <p className="text-small text-muted">
              Creating a sample company with documents, calls and invoices. This takes a few seconds.
            </p>
          </div>
        ) : (
          <p className="text-small text-muted">
            A fictional company with documents, calls and invoices. No account needed.
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <Button
          {...(takesFocus && { ref: focusOnMount })}
          size="large"
          disabledReason={waitReason}
          onClick={onNew}
          className="w-full"
        >
          New local workspace
        </Button>
        <p className="text-small text-muted">An empty workspace for your organization.</p>
      </div>
      <div className="flex flex-col gap-2">
        <Button size="large" disabledReason={waitReason} onClick={onConnect} className="w-full">
          Connect to a remote service…
        </Button>
        <p className="text-small text-muted">Your organization on a remote service. Works offline, too.</p>
      </div>
      <Button variant="quiet" size="large" disabledReason={waitReason} onClick={onRestore} className="w-full">
        Restore from a backup…
      </Button>
      <Button variant="quiet" size="large" onClick={() => openOverlay('show-diagnostics')} className="w-full">
        Diagnostics…
      </Button>
    </div>
  );
}
