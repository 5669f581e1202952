import { useQueries } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FolderOpen } from 'lucide-react';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Logo } from '../../ui/page/logo.tsx';
import { isFirstLoad } from '../../data/is-first-load.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { bridge, isMac } from '../../data/bridge.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { useStorage } from '../../data/storage-query.ts';
import { onOffOptions, SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';
import { locale } from '../../format/locale.ts';
import { BackupSettings } from '../backups/public.ts';
import { criteriaQuery, recipientNameRuleQuery } from '../calls/public.ts';
import { ConnectionSettings, LinkSettings } from '../connection/public.ts';
import { LanguageModelSettings, languageModelQuery } from '../language-model/public.ts';
import { SearchModelSettings, searchModelQuery } from '../knowledge/public.ts';
import { SpeechServerSettings, speechServerQuery } from '../speech-server/public.ts';
import { KeychainSettings } from '../keychain/public.ts';
import { LockSettings } from '../window-lock/public.ts';
import { WorkspaceList } from '../workspaces/public.ts';
import { AppearanceSettings } from './appearance-settings.tsx';
import { CallSettings } from './call-settings.tsx';
import { ScorecardSettings } from './scorecard-settings.tsx';
import { listSettingsSections, type SettingsSection } from './settings-sections.ts';
import { StartupSettings } from './startup-settings.tsx';
import { DamagedCopies } from './damaged-copies.tsx';
import { StorageTable } from './storage-table.tsx';

export function SettingsView() {
  const { section } = useSearch({ from: '/settings' });
  const kind = useSession().workspace?.kind;
  // Rendered at once, so that no group moves those below it when its data arrives.
  const isLoading = useQueries({
    queries: [recipientNameRuleQuery, criteriaQuery, searchModelQuery, languageModelQuery, speechServerQuery],
    combine: (queries) => queries.some(isFirstLoad),
  });
  if (isLoading && kind !== undefined) return <TableSkeleton label="Loading settings" />;
  return (
    <div tabIndex={0} role="group" aria-label="Settings" className="h-full overflow-auto -outline-offset-2!">
      <div className="mx-auto flex max-w-160 flex-col gap-8 px-6 py-6">
        {listSettingsSections(kind).map(({ id, title }) => (
          <Group key={id} title={title} isTarget={section === id}>
            <SectionContent id={id} isLinked={kind === 'linked'} />
          </Group>
        ))}
      </div>
    </div>
  );
}

type SectionContentProps = { readonly id: SettingsSection['id']; readonly isLinked: boolean };

function SectionContent({ id, isLinked }: SectionContentProps) {
  switch (id) {
    case 'appearance':
      return <AppearanceSettings />;
    case 'startup':
      return <StartupSettings />;
    case 'notifications':
      return <NotificationSettings />;
    case 'language':
      return <LanguageSettings />;
    case 'connection':
      return isLinked ? <ConnectionSettings /> : <LinkSettings />;
    case 'search-model':
      return <SearchModelSettings />;
    case 'language-model':
      return <LanguageModelSettings />;
    case 'voice':
      return <SpeechServerSettings />;
    case 'calls':
      return (
        <div className="flex flex-col gap-6">
          <CallSettings />
          <ScorecardSettings />
        </div>
      );
    case 'workspaces':
      return <WorkspaceList />;
    case 'backups':
      return <BackupSettings />;
    case 'security':
      return (
        <div className="flex flex-col gap-3">
          <KeychainSettings />
          <LockSettings />
        </div>
      );
    case 'data':
      return <DataSettings />;
    case 'about':
      return <About />;
  }
}

type GroupProps = {
  readonly title: string;
  /** The user followed a link to this group. */
  readonly isTarget: boolean;
  readonly children: ReactNode;
};

function Group({ title, isTarget, children }: GroupProps) {
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

/** Shows the data folder and the storage that each workspace uses. */
export function DataSettings() {
  const reveal = useCommand('show-data-folder');
  const folder = useStorage().data?.data_dir;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Workspaces and settings are stored in one folder on this computer. Each workspace is a database file with its
        documents and recordings next to it.
      </p>
      {folder !== undefined && (
        <div className="flex items-center gap-1.5">
          <code aria-label="Data folder" className="min-w-0 truncate font-mono text-small select-text" title={folder}>
            {folder}
          </code>
          <CopyButton text={folder} label="Copy folder path" />
          {bridge.host === 'electron' && (
            <Button size="small" icon={<FolderOpen aria-hidden size={13} />} onClick={reveal.run}>
              {reveal.label}
            </Button>
          )}
        </div>
      )}
      <StorageTable />
      <DamagedCopies />
    </div>
  );
}

/** Turns notifications on and off. A browser must permit them first. */
export function NotificationSettings() {
  const { notifications } = useSettings();
  const change = useChangeSettings();
  const [permission, setPermission] = useState(() => Notification.permission);
  if (permission === 'default') {
    return (
      <SettingRow label="Notifications" note={note}>
        <Button size="small" onClick={() => void Notification.requestPermission().then(setPermission)}>
          Allow notifications
        </Button>
      </SettingRow>
    );
  }
  if (permission === 'denied') {
    return (
      <SettingRow label="Notifications" note="Your browser blocks them for this page. Allow them in its settings.">
        <span className="text-muted">Blocked</span>
      </SettingRow>
    );
  }
  return (
    <SegmentedSetting
      label="Notifications"
      note={note}
      value={notifications}
      options={onOffOptions}
      onChange={(next) => change({ notifications: next })}
    />
  );
}

const note = 'When calls end, documents are ready, or minutes run out, and another window has the focus.';

const numberFormatter = new Intl.NumberFormat(locale);
const dateTimeFormatter = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

/** An afternoon time and a number with separators and decimals, so that the example shows the conventions of the locale. */
const example = { at: new Date(2026, 2, 12, 14, 5), number: 1_234_567.89 } as const;

/** Shows the locale of numbers and dates with an example, and turns the check of spelling on and off. */
export function LanguageSettings() {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <p>
          Numbers and dates use the system locale: <span className="font-medium">{name}</span>.
        </p>
        <p className="text-muted select-text">
          {numberFormatter.format(example.number)} · {dateTimeFormatter.format(example.at)}
        </p>
      </div>
      {bridge.checksSpelling && <SpellingSetting />}
    </div>
  );
}

function SpellingSetting() {
  const { spelling } = useSettings();
  const change = useChangeSettings();
  const isEnglishOnly = bridge.host === 'electron' && !isMac;
  return (
    <SegmentedSetting
      label="Check spelling"
      note={isEnglishOnly ? 'Checks English text on this computer, without a network.' : undefined}
      value={spelling}
      options={onOffOptions}
      onChange={(next) => change({ spelling: next })}
    />
  );
}
