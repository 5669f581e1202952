/** What kind of call an objective makes: it decides what is asked on the way and at the end. */
export type ObjectiveKind = 'inform' | 'offer' | 'confirm' | 'collect' | 'welcome' | 'help' | 'settle' | 'general';

/** The verbs that objectives begin with, in their base form, by the kind of call they make. */
const verbsByKind: Readonly<Record<ObjectiveKind, string>> = {
  inform: 'remind inform tell notify alert warn update advise announce let',
  offer:
    'offer sell promote pitch present introduce recommend propose suggest upsell win persuade convince encourage invite ' +
    'renew extend upgrade enroll enrol register recruit raise retain reactivate qualify market demonstrate interest generate',
  confirm: 'confirm verify check validate reconfirm make ensure',
  collect:
    'ask find survey interview collect gather learn get determine establish inquire enquire poll record measure assess capture question',
  welcome: 'welcome greet thank congratulate onboard onboarding',
  help: 'help support assist guide explain show answer walk resolve solve troubleshoot follow educate teach advise discuss review talk describe clarify',
  settle:
    'schedule book arrange reschedule set plan move cancel change order deliver recover settle agree negotiate close fix coordinate request obtain secure',
  general:
    'call contact phone ring reach speak handle manage provide give send make take do process complete prepare reduce increase keep bring build start finish share apologise apologize wish congratulate screen pre-screen',
};

const kindByVerb = new Map<string, ObjectiveKind>();
for (const kind of Object.keys(verbsByKind) as ObjectiveKind[])
  // the keys of a literal are its type's
  for (const verb of verbsByKind[kind].split(' ')) if (!kindByVerb.has(verb)) kindByVerb.set(verb, kind);

/** The base form of a verb that objectives begin with ("Reminding", "reminds"); null for other words. */
export function findBaseVerb(word: string): string | null {
  const plain = word.toLowerCase().replace(/[^a-z-]/g, '');
  if (kindByVerb.has(plain)) return plain;
  const bases = plain.endsWith('ing')
    ? [plain.slice(0, -3), `${plain.slice(0, -3)}e`, plain.slice(0, -4)]
    : plain.endsWith('ies')
      ? [`${plain.slice(0, -3)}y`]
      : plain.endsWith('s')
        ? [plain.slice(0, -1), plain.slice(0, -2)]
        : [];
  return bases.find((base) => kindByVerb.has(base)) ?? null;
}

export function getVerbKind(verb: string): ObjectiveKind {
  return kindByVerb.get(verb) ?? 'general';
}
