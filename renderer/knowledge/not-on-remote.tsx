import { EmptyState } from '../ui/empty-state.tsx';
import { Illustration } from '../ui/illustration.tsx';

type NotOnRemoteProps = { readonly title: string; readonly detail: string };

/** Replaces content that the remote of a linked workspace does not offer. */
export function NotOnRemote({ title, detail }: NotOnRemoteProps) {
  return (
    <EmptyState illustration={<Illustration name="unplugged" />} title={title}>
      {detail}
    </EmptyState>
  );
}
