import { Logo } from '../frame/logo.tsx';
import { useSession } from '../session/session-query.ts';

export function About() {
  const { version } = useSession();
  return (
    <div className="flex items-center gap-3">
      <Logo className="size-9" />
      <div>
        <p className="font-medium select-text">Switchboard {version}</p>
        <p className="text-small text-muted">MIT licence</p>
      </div>
    </div>
  );
}
