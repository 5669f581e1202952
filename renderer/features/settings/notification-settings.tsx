import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { onOffOptions, SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';

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
