let context: AudioContext | null = null;

/** The window's one audio context, running. To be asked for when a person wants to hear something, never before. */
export function getAudioContext(): AudioContext {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}
