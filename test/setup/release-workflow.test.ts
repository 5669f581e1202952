import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';

type Step = {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
};

type Job = { readonly steps: readonly Step[]; readonly needs?: string; readonly env: Readonly<Record<string, string>> };

const text = readFileSync(new URL('../../.github/workflows/release.yml', import.meta.url), 'utf8');
const { jobs } = load(text) as { readonly jobs: { readonly package: Job; readonly collect: Job } };
const steps = jobs.package.steps;

const secrets = {
  MAC_CERTIFICATE: 'certificate for macOS',
  MAC_CERTIFICATE_PASSWORD: 'password for macOS',
  WINDOWS_CERTIFICATE: 'certificate for Windows',
  WINDOWS_CERTIFICATE_PASSWORD: 'password for Windows',
  APPLE_ID: 'account',
  APPLE_APP_SPECIFIC_PASSWORD: 'password of the account',
  APPLE_TEAM_ID: 'team',
};

/** Evaluates an expression of the workflow: those used here mean the same in JavaScript. */
const evaluate = (expression: string, os: string, known: object = secrets, refType = 'tag'): unknown =>
  runInNewContext(expression.replace(/^\$\{\{(.*)\}\}$/, '$1'), {
    runner: { os },
    secrets: known,
    github: { ref_type: refType },
    vars: { SWITCHBOARD_UPDATE_URL: 'https://updates.example' },
  });

const evaluateEnv = (step: Step | undefined, os: string, known?: object) =>
  Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, value]) => [name, String(evaluate(value, os, known) ?? '')]),
  );

const findStep = (script: string) => steps.find(({ run }) => run?.includes(script));

describe('the release', () => {
  it('names the maintainer for every step, because the tests package too', () => {
    expect(jobs.package.env).toEqual({ SWITCHBOARD_MAINTAINER: '${{ vars.SWITCHBOARD_MAINTAINER }}' });
  });

  it('gives each system only the secrets that sign for it', () => {
    const step = findStep('npm run package');
    const none = {
      CSC_LINK: '',
      CSC_KEY_PASSWORD: '',
      APPLE_ID: '',
      APPLE_APP_SPECIFIC_PASSWORD: '',
      APPLE_TEAM_ID: '',
    };
    const expected = { ...none, SWITCHBOARD_UPDATE_URL: 'https://updates.example' };
    expect(evaluateEnv(step, 'Linux')).toEqual(expected);
    expect(evaluateEnv(step, 'Windows')).toEqual({
      ...expected,
      CSC_LINK: 'certificate for Windows',
      CSC_KEY_PASSWORD: 'password for Windows',
    });
    expect(evaluateEnv(step, 'macOS')).toEqual({
      SWITCHBOARD_UPDATE_URL: 'https://updates.example',
      CSC_LINK: 'certificate for macOS',
      CSC_KEY_PASSWORD: 'password for macOS',
      APPLE_ID: 'account',
      APPLE_APP_SPECIFIC_PASSWORD: 'password of the account',
      APPLE_TEAM_ID: 'team',
    });
    const { MAC_CERTIFICATE: _, ...others } = secrets;
    expect(evaluateEnv(step, 'macOS', others)['CSC_LINK'], 'never another system’s').toBe('');
    const unsigned = steps.filter((one) => one !== step && one !== steps[0]);
    expect(JSON.stringify(unsigned)).not.toContain('secrets.');
  });

  it('of a tag requires the secrets and verifies the signatures', () => {
    const [require] = steps;
    const read = (os: string, known: object) => evaluateEnv(require, os, known);
    for (const os of ['macOS', 'Windows'])
      expect(read(os, secrets)).toEqual({ CERTIFICATE: 'true', NOTARIZATION: 'true' });
    expect(read('macOS', { ...secrets, MAC_CERTIFICATE: '' })['CERTIFICATE']).not.toBe('true');
    expect(read('macOS', { ...secrets, APPLE_TEAM_ID: '' })['NOTARIZATION']).not.toBe('true');
    expect(read('Windows', { ...secrets, WINDOWS_CERTIFICATE: '' })['CERTIFICATE']).not.toBe('true');
    const verifies = (script: string, os: string, refType: string) => {
      const step = findStep(script);
      return step?.if !== undefined && evaluate(step.if, os, secrets, refType);
    };
    for (const script of ['codesign --verify --deep --strict', 'spctl --assess', 'xcrun stapler validate'])
      expect(verifies(script, 'macOS', 'tag'), script).toBe(true);
    for (const script of ['Get-AuthenticodeSignature', '^publisherName:'])
      expect(verifies(script, 'Windows', 'tag'), script).toBe(true);
    expect(verifies('codesign', 'macOS', 'branch')).toBe(false);
  });

  it('starts the package on every system before it is uploaded', () => {
    const step = findStep('check-start.mjs');
    expect(step?.if).toBeUndefined();
    const upload = steps.findIndex(({ uses }) => uses?.startsWith('actions/upload-artifact'));
    expect(steps.findIndex((one) => one === step)).toBeLessThan(upload);
    const started = [...(step?.run ?? '').matchAll(/check-start\.mjs (\S+)/g)].map(([, path]) => path);
    expect(started).toEqual([
      '/opt/Switchboard/switchboard',
      './release/*.AppImage',
      'release/mac*/Switchboard.app/Contents/MacOS/Switchboard',
      'release/win-unpacked/Switchboard.exe',
    ]);
  });

  it('collects the packages of all systems, with checksums and an attestation', () => {
    expect(jobs.collect.needs).toBe('package');
    const scripts = jobs.collect.steps.map(({ run, uses }) => run ?? uses?.split('@')[0]);
    expect(scripts.slice(3)).toEqual([
      'actions/download-artifact',
      'node electron/setup/collect-release.mjs packages collected',
      'sha256sum * > SHA256SUMS',
      'actions/attest-build-provenance',
      'actions/upload-artifact',
    ]);
  });
});
