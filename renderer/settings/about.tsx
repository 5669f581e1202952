import { Mark } from '../frame/mark.tsx';
import { useSession } from '../session/use-session.ts';

export function About() {
  const { version } = useSession();
  return (
    <div className="flex items-center gap-3">
      <Mark className="size-9" />
      <div>
        <p className="font-medium select-text">Switchboard {version}</p>
        <p className="text-small text-muted">MIT licence</p>
      </div>
    </div>
  );
}
