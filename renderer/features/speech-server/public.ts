export { describeVoicePrivacy } from './describe-voice-privacy.ts';
export { speechServerQuery } from './speech-server-query.ts';
export { SpeechServerSettings } from './speech-server-settings.tsx';
