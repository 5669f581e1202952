import { bridge } from '../bridge.ts';
import { showErrorToast } from '../ui/toasts.tsx';

export async function revealDataFolder(): Promise<void> {
  if (!(await bridge.revealDataFolder()))
    showErrorToast('The folder could not be shown', 'The system’s file manager did not open it. The data is unharmed.');
}
