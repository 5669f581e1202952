import { useCallback, useEffect, useRef, useState } from 'react';
import type { HeardEvent } from '../../../../../../shared/calls/practice-voice.ts';
import { Problem } from '../../../../../../shared/contract/problems.ts';
import { appRoutes } from '../../../../../../shared/contract/contract.ts';
import { app } from '../../../../../data/service-clients.ts';
import { formatError } from '../../../../../format/format-error.ts';
import { pauseTurnAudio, resumeTurnAudio } from '../turn-audio.ts';
import { MicrophoneError, openMicrophone } from './open-microphone.ts';

/** How the user talks: freely, or while a button is held. */
type TalkMode = 'open' | 'push';

type VoiceState =
  | { readonly status: 'off'; readonly problem: string | null }
  | { readonly status: 'opening' | 'listening' | 'hearing'; readonly caption: string | null };

type VoiceOptions = {
  readonly callId: string;
  /** Called with what the user has said, and waits for the agent. */
  readonly onTurn: (turn: { readonly text: string; readonly voiceTurn: number }) => void;
};

/** Sounds that wait, in pieces of 64 ms. More is dropped if the service is busy for so long. */
const maxWaitingChunks = 100;
const maxSentChunks = 20;

/** Listens to the user through the microphone while it is turned on. */
export function useVoice({ callId, onTurn }: VoiceOptions) {
  const [state, setState] = useState<VoiceState>({ status: 'off', problem: null });
  const session = useRef<VoiceSession>(null);
  /** Ends the last start: a microphone that opens later is closed again. */
  const starting = useRef<AbortController>(null);
  const latest = useRef(onTurn);
  useEffect(() => {
    latest.current = onTurn;
  }, [onTurn]);

  const stop = useCallback((problem: string | null = null) => {
    starting.current?.abort();
    session.current?.close();
    session.current = null;
    resumeTurnAudio();
    setState({ status: 'off', problem });
  }, []);

  const start = useCallback(
    async (mode: TalkMode) => {
      session.current?.close();
      session.current = null;
      starting.current?.abort();
      const controller = new AbortController();
      starting.current = controller;
      setState({ status: 'opening', caption: null });
      const handle = (event: HeardEvent) => {
        switch (event.kind) {
          case 'interruption': {
            pauseTurnAudio();
            return setState({ status: 'hearing', caption: null });
          }
          case 'heard':
            return setState({ status: 'hearing', caption: event.text });
          case 'turn': {
            if (mode === 'push') stop();
            else setState({ status: 'listening', caption: null });
            return latest.current({ text: event.text, voiceTurn: event.id });
          }
          case 'nothing': {
            if (mode === 'push') return stop('Nothing was understood. Say it again, or type.');
            resumeTurnAudio();
            return setState({ status: 'listening', caption: null });
          }
          case 'failed':
            return stop(`${event.detail} Your voice was not sent.`);
        }
      };
      try {
        const opened = await VoiceSession.open({
          callId,
          mode,
          handle,
          onFailure: (error) => stop(describeFailure(error)),
        });
        if (controller.signal.aborted) return opened.close();
        session.current = opened;
        if (mode === 'push') pauseTurnAudio();
        setState({ status: mode === 'push' ? 'hearing' : 'listening', caption: null });
      } catch (error) {
        if (!controller.signal.aborted) stop(describeFailure(error));
      }
    },
    [callId, stop],
  );

  useEffect(
    () => () => {
      starting.current?.abort();
      session.current?.close();
    },
    [],
  );

  /** Ends what is said while the button is held. */
  const release = useCallback(() => (session.current ? session.current.end() : stop()), [stop]);

  return { state, start, stop, release };
}

/** A call that has ended needs no message. */
function describeFailure(error: unknown): string | null {
  if (error instanceof MicrophoneError) return error.message;
  return error instanceof Problem && error.code === 'call_not_in_progress' ? null : formatError(error);
}

type SessionOptions = {
  readonly callId: string;
  readonly mode: TalkMode;
  readonly handle: (event: HeardEvent) => void;
  readonly onFailure: (error: unknown) => void;
};

/** Sends the sound of the microphone to the service, one request at a time. */
class VoiceSession {
  readonly #options: SessionOptions;
  readonly #controller = new AbortController();
  #waiting: Int16Array[] = [];
  #isSending = false;
  #ends = false;
  #closeMicrophone: () => void = () => {};

  /** Rejects with MicrophoneError. */
  static async open(options: SessionOptions): Promise<VoiceSession> {
    const session = new VoiceSession(options);
    const { close } = await openMicrophone((samples) => session.#add(samples), options.onFailure);
    session.#closeMicrophone = close;
    return session;
  }

  private constructor(options: SessionOptions) {
    this.#options = options;
  }

  close(): void {
    this.#controller.abort();
    this.#closeMicrophone();
  }

  end(): void {
    this.#ends = true;
    this.#closeMicrophone();
    void this.#send();
  }

  #add(samples: Int16Array): void {
    if (this.#ends) return;
    this.#waiting = [...this.#waiting.slice(-maxWaitingChunks), samples];
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#controller.signal.aborted) return;
    this.#isSending = true;
    try {
      let isEndSent = false;
      while (this.#waiting.length > 0 || (this.#ends && !isEndSent)) {
        const chunks = this.#waiting.splice(0, maxSentChunks);
        isEndSent = this.#ends && this.#waiting.length === 0;
        await this.#sendChunks(chunks, isEndSent);
      }
      // What was said until the button was released is still being transcribed.
      while (this.#ends && !this.#controller.signal.aborted) {
        if (await this.#sendChunks([], false)) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } catch (error) {
      if (!this.#controller.signal.aborted) this.#options.onFailure(error);
    }
    this.#isSending = false;
  }

  /** Returns whether a turn was heard to its end. */
  async #sendChunks(chunks: readonly Int16Array[], ends: boolean): Promise<boolean> {
    const { callId, mode, handle } = this.#options;
    const { signal } = this.#controller;
    const json = { samples: encodeSamples(chunks), mode, ends };
    const { events } = await app(appRoutes.sendVoice, { params: { call_id: callId }, json, signal });
    for (const event of events) handle(event);
    return events.some(({ kind }) => kind === 'turn' || kind === 'nothing' || kind === 'failed');
  }
}

function encodeSamples(chunks: readonly Int16Array[]): string {
  return btoa(
    chunks
      .map((chunk) => String.fromCharCode(...new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
      .join(''),
  );
}
