export function ChangedActivityNote() {
  return <p className="text-warn">The activity was changed before this backup was made.</p>;
}
