import { waitFor } from '../clock/wait-for.ts';

type PlacedCall = { readonly call_id: string; readonly status: string; readonly recording_url: string | null };

/** Places simulated calls until a recipient answers one, and returns it when it has its recording. */
export async function placeAnsweredCall(
  place: () => Promise<string>,
  read: (callId: string) => Promise<PlacedCall>,
): Promise<PlacedCall & { readonly recording_url: string }> {
  for (;;) {
    const callId = await place();
    const { recording_url, ...call } = await waitFor(async () => {
      const placed = await read(callId);
      if (placed.recording_url === null && !['no_answer', 'busy'].includes(placed.status))
        throw new Error(`The call is ${placed.status}, without a recording.`);
      return placed;
    }, 200);
    if (recording_url !== null) return { ...call, recording_url };
  }
}
