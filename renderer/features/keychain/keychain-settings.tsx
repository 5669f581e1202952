import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { keychainQuery } from './keychain-query.ts';
import { SettingRow } from '../../ui/fields/setting-row.tsx';

/** Shows whether secrets are kept in the keychain of the system, and tries it again if it cannot be used. */
export function KeychainSettings() {
  const { data: status, isFetching, refetch } = useQuery(keychainQuery);
  if (!status) return null;
  if (status.kept_in === 'keychain') {
    return (
      <SettingRow label="Keychain" note="Secrets are kept in the keychain of this computer, never in a file.">
        <span className="text-muted">In use</span>
      </SettingRow>
    );
  }
  const note = `Secrets are kept in memory until Switchboard quits, because the keychain of this computer cannot be used. ${status.reason}`;
  return (
    <SettingRow label="Keychain" note={note}>
      <Button size="small" disabledReason={isFetching ? 'Trying the keychain.' : null} onClick={() => void refetch()}>
        Try again
      </Button>
    </SettingRow>
  );
}
