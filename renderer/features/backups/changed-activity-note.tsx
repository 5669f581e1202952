export function ChangedActivityNote() {
  return (
    <p className="text-warn">
      The activity log of this backup fails verification: entries were changed before the backup was made.
    </p>
  );
}
