import { useQueries } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { BackupSettings } from '../backups/public.ts';
import { recipientNameRuleQuery, criteriaQuery } from '../calls/public.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { ConnectionSettings, LinkSettings } from '../connection/public.ts';
import { Logo } from '../../ui/page/logo.tsx';
import { useSession } from '../../data/session/session-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { CallSettings } from './call-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { KeychainSettings } from '../keychain/public.ts';
import { LanguageSettings } from './language-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { ScorecardSettings } from './scorecard-settings.tsx';
import { StartupSettings } from './startup-settings.tsx';
import { LockSettings } from '../window-lock/public.ts';
import { WorkspaceList } from '../workspaces/public.ts';

export function SettingsView() {
  const { section } = useSearch({ from: '/settings' });
  const kind = useSession().workspace?.kind;
  // Rendered at once, so that no group moves those below it when its data arrives.
  const isLoading = useQueries({
    queries: [recipientNameRuleQuery, criteriaQuery],
    combine: (queries) => queries.some((query) => query.isLoading),
  });
  if (isLoading && kind !== undefined) return <TableSkeleton label="Loading settings" />;
  return (
    <div tabIndex={0} role="group" aria-label="Settings" className="h-full overflow-auto -outline-offset-2!">
      <div className="mx-auto flex max-w-160 flex-col gap-8 px-6 py-6">
        <Group title="Appearance">
          <AppearanceSettings />
        </Group>
        <Group title="Startup">
          <StartupSettings />
        </Group>
        <Group title="Desktop notifications">
          <NotificationSettings />
        </Group>
        <Group title="Language">
          <LanguageSettings />
        </Group>
        {(kind === 'linked' || kind === 'local') && (
          <Group title="Connection" isTarget={section === 'connection'}>
            {kind === 'linked' ? <ConnectionSettings /> : <LinkSettings />}
          </Group>
        )}
        {kind !== undefined && (
          <Group title="Calls">
            <div className="flex flex-col gap-6">
              <CallSettings />
              <ScorecardSettings />
            </div>
          </Group>
        )}
        <Group title="Workspaces">
          <WorkspaceList />
        </Group>
        <Group title="Backups" isTarget={section === 'backups'}>
          <BackupSettings />
        </Group>
        <Group title="Security" isTarget={section === 'security'}>
          <div className="flex flex-col gap-3">
            <KeychainSettings />
            <LockSettings />
          </div>
        </Group>
        <Group title="Data">
          <DataSettings />
        </Group>
        <Group title="About">
          <About />
        </Group>
      </div>
    </div>
  );
}

type GroupProps = {
  readonly title: string;
  /** The user followed a link to this group. */
  readonly isTarget?: boolean;
  readonly children: ReactNode;
};

function Group({ title, isTarget = false, children }: GroupProps) {
  const group = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTarget) group.current?.scrollIntoView();
  }, [isTarget]);
  return (
    <section ref={group} aria-label={title} className="scroll-mt-6">
      <h2 className="mb-2 text-section">{title}</h2>
      {children}
    </section>
  );
}

/** Required by the license of the voices. The notices in the installers contain it too. */
const acknowledgement =
  'This product includes software developed by the Language Technologies Institute of Carnegie Mellon University: the ' +
  'speech synthesizer Flite.';

function About() {
  const { version } = useSession();
  const diagnostics = useCommand('show-diagnostics');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Logo className="size-9" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium select-text">Switchboard {version}</p>
        <p className="text-small text-muted">MIT License</p>
        <p className="text-small text-muted">{acknowledgement}</p>
      </div>
      <Button size="small" disabledReason={diagnostics.disabledReason} onClick={diagnostics.run}>
        Diagnostics…
      </Button>
    </div>
  );
}
