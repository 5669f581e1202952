import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SettingsIssue } from '../../../shared/window/settings.ts';
import { bridge } from '../../data/bridge.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { settingsIssueQuery } from '../../data/settings-query.ts';

/** Shows that the settings could not be read or cannot be saved, until the user dismisses it. */
export function SettingsIssueBanner() {
  const { data } = useQuery(settingsIssueQuery);
  const [dismissed, setDismissed] = useState<SettingsIssue | null>(null);
  const issue = data?.issue ?? null;
  if (!issue || issue === dismissed) return null;
  const { title, detail } = describeIssue(issue);
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-warn-soft px-6 py-1 text-small"
    >
      <TriangleAlert aria-hidden size={14} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-80 break-words select-text">
        <span className="font-medium">{title}</span> {detail}
      </p>
      {bridge.host === 'electron' && issue.kind !== 'newer' && (
        <Button size="small" onClick={() => void bridge.revealDataFolder()}>
          Show in folder
        </Button>
      )}
      <Button size="small" onClick={() => setDismissed(issue)}>
        Dismiss
      </Button>
    </div>
  );
}

function describeIssue(issue: SettingsIssue): { readonly title: string; readonly detail: string } {
  switch (issue.kind) {
    case 'damaged':
      return {
        title: 'Your settings could not be read.',
        detail: `The defaults are used, and automatic backups and the local API are off. The damaged file was kept as ${issue.kept_as}`,
      };
    case 'newer':
      return {
        title: 'Your settings were saved by a newer version of Switchboard.',
        detail: 'This version ignores settings that it does not support, and keeps them.',
      };
    case 'not_saved':
      return { title: 'Your settings cannot be saved.', detail: issue.detail };
  }
}
