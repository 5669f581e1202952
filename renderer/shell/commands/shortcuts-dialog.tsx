import { useRef } from 'react';
import { commandGroups } from '../../../shared/window/commands.ts';
import { callShortcuts, selectionShortcuts } from '../../features/calls/public.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { ShortcutHints, type ShortcutHint } from '../../ui/buttons/shortcut-hints.tsx';
import { rowShortcuts } from '../../ui/tables/use-row-navigation.ts';
import { useCommands } from '../../ui/commands/command-context.tsx';
import type { Command } from '../../ui/commands/command.ts';

/** Lists all shortcuts: of commands, calls, their list, and tables. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const commands = useCommands();
  const close = useRef<HTMLButtonElement>(null);
  const sections = [
    ...commandGroups.map((group) => ({ title: group as string, hints: createHints(commands, group) })),
    { title: 'In a call', hints: callShortcuts },
    { title: 'In the list of calls', hints: selectionShortcuts },
    { title: 'In a table', hints: rowShortcuts },
  ];
  return (
    <Dialog title="Keyboard shortcuts" isWide initialFocus={close} onClose={onClose}>
      <div
        tabIndex={0}
        role="group"
        aria-label="Shortcuts"
        className="min-h-0 columns-2 gap-10 overflow-y-auto rounded-control pr-2"
      >
        {sections.map(
          ({ title, hints }) =>
            hints.length > 0 && (
              <section key={title} aria-label={title} className="mb-5 break-inside-avoid">
                <h3 className="mb-2 text-small font-normal text-muted">{title}</h3>
                <ShortcutHints hints={hints} />
              </section>
            ),
        )}
      </div>
      <DialogActions>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function createHints(commands: readonly Command[], group: Command['group']): readonly ShortcutHint[] {
  return commands.flatMap((command) =>
    command.group === group && command.shortcut !== undefined
      ? [{ keys: [command.shortcut], description: command.label }]
      : [],
  );
}
