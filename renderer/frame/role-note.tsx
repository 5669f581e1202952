import { ShieldCheck } from 'lucide-react';
import { roleNames } from '../../shared/roles.ts';
import { useSession } from '../session/use-session.ts';
import { Tooltip } from '../ui/tooltip.tsx';

/** Whose rights the window has. */
export function RoleNote({ isFolded }: { readonly isFolded: boolean }) {
  const { role } = useSession();
  const name = roleNames[role];
  const note = (
    <div className="flex h-8 items-center gap-2.5 px-2 text-small text-muted">
      <ShieldCheck aria-hidden size={16} className="shrink-0" />
      <span className={isFolded ? 'sr-only' : ''}>{name}</span>
    </div>
  );
  return isFolded ? (
    <Tooltip side="right" content={`Your role: ${name}`}>
      {note}
    </Tooltip>
  ) : (
    note
  );
}
