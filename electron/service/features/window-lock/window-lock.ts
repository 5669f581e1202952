import * as z from 'zod';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { windowLockSchema, type WindowLockStatus } from '../../../../shared/window/window-lock.ts';
import type { Context } from '../../platform/context.ts';
import type { ApplicationSecrets } from '../../platform/keychain/keychain.ts';
import { getSettingsPath } from '../../platform/settings/settings-file.ts';
import { KeptPages } from './kept-pages.ts';
import { AttemptLimiter, createVerifier, matchesVerifier } from './passphrase-verifier.ts';

const settingsKey = 'windowLock';
const storedSettingsSchema = windowLockSchema.pick({ is_set_up: true, idle_minutes: true });

/**
 * A timer stands still while the computer sleeps, so a short one fires soon after the computer wakes. The system is also asked so
 * often that an idle time is soon measured, if the system can measure it.
 */
const idleCheckMs = 5_000;

/** Why the window was locked automatically, as the activity shows it. */
const lockReasons = {
  suspend: 'when the computer went to sleep',
  screen: 'together with the screen',
} as const;

type WindowLockOptions = {
  readonly context: Pick<Context, 'settings' | 'keychain' | 'dataDir' | 'now' | 'passphraseWork'>;
  /** Returns how long the computer has had no input, if the host can measure it. Always 0 if the system cannot. */
  readonly measureIdleMs: (() => number) | undefined;
  /** Called after the window has been locked, and before its event streams end. */
  readonly onLock: () => void;
  /** Called after a change of the lock that no request made. */
  readonly onActivity: (operation: 'lockWindowAutomatically' | 'unlockWindowBySystem', label: string) => void;
};

type LockChange = {
  readonly current_passphrase?: string | undefined;
  readonly passphrase?: string | null | undefined;
  readonly idle_minutes?: WindowLockStatus['idle_minutes'] | undefined;
};

/**
 * Locks the window: its requests are refused until the passphrase is entered. The keychain has the verifier of the passphrase,
 * and the settings only whether there is one: then the window is also locked if the keychain cannot be read.
 */
export class WindowLock {
  readonly keptPages = new KeptPages();
  readonly #options: WindowLockOptions;
  readonly #secrets: ApplicationSecrets;
  readonly #attempts: AttemptLimiter;
  #isSetUp = false;
  #isLocked = false;
  #lockedAt = -Infinity;
  #lastInputAt: number;
  /** Whether the host has measured an idle time. Electron always measures 0 with some Wayland compositors. */
  #isIdleMeasured = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #unlocked = new AbortController();

  constructor(options: WindowLockOptions) {
    const { keychain, dataDir, now } = options.context;
    this.#options = options;
    this.#secrets = keychain.forApplication(dataDir);
    this.#attempts = new AttemptLimiter(now);
    this.#lastInputAt = now();
  }

  /** Locks the window if a lock is set up according to the keychain or the settings, so that it also locks if one of them is lost. */
  async start(): Promise<void> {
    const { keychain, settings } = this.#options.context;
    const stored = this.#readSettings();
    await keychain.check();
    const verifier = await this.#secrets.read('window-lock'); // can fail although the check did not
    this.#isSetUp = stored.is_set_up || typeof verifier === 'string';
    this.#isLocked = this.#isSetUp;
    if (this.#isSetUp !== stored.is_set_up) settings.set(settingsKey, { ...stored, is_set_up: this.#isSetUp });
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Whether a page that was just locked may still save and keep its text. */
  get isLeaving(): boolean {
    return this.#isLocked && this.#options.context.now() - this.#lockedAt < limits.lockedPageMs;
  }

  /** Aborted when the window is locked. The event streams of the window end then. */
  get closing(): AbortSignal {
    return this.#unlocked.signal;
  }

  getStatus(): WindowLockStatus {
    return {
      is_set_up: this.#isSetUp,
      is_locked: this.#isLocked,
      idle_minutes: this.#readSettings().idle_minutes,
      retry_after_seconds: this.#attempts.delaySeconds,
    };
  }

  /** Sets up, changes or turns off the lock. Throws a Problem without changing anything. */
  async update({ current_passphrase, passphrase, idle_minutes }: LockChange): Promise<WindowLockStatus> {
    if (passphrase === undefined) this.#writeSettings(this.#isSetUp, idle_minutes);
    else {
      if (this.#isSetUp) await this.#requirePassphrase(current_passphrase, 'current_passphrase');
      else await this.#requireKeychain('The lock was not set up');
      const previous = await this.#secrets.read('window-lock');
      try {
        if (passphrase === null) await this.#secrets.remove('window-lock');
        else await this.#storePassphrase(passphrase);
        this.#writeSettings(passphrase !== null, idle_minutes);
      } catch (error) {
        await this.#secrets.restore('window-lock', previous);
        throw error;
      }
      this.#isSetUp = passphrase !== null;
      this.#lastInputAt = this.#options.context.now();
    }
    this.#scheduleIdleLock();
    return this.getStatus();
  }

  /** Locks the window at once. Returns false if no lock is set up. */
  lock(): boolean {
    if (!this.#isSetUp || this.#isLocked) return this.#isSetUp;
    clearTimeout(this.#idleTimer);
    this.keptPages.clear();
    this.#isLocked = true;
    this.#lockedAt = this.#options.context.now();
    this.#options.onLock();
    this.#unlocked.abort();
    return true;
  }

  /** Locks the window because of the system, if a lock is set up. */
  lockBySystem(reason: keyof typeof lockReasons): void {
    this.#lockAutomatically(lockReasons[reason]);
  }

  #lockAutomatically(label: string): void {
    if (!this.#isSetUp || this.#isLocked) return;
    this.lock();
    this.#options.onActivity('lockWindowAutomatically', label);
  }

  /** Unlocks the window with the passphrase. Throws Problem `passphrase_wrong`, `rate_limited` or `lock_unavailable`. */
  async unlockWithPassphrase(passphrase: string): Promise<WindowLockStatus> {
    await this.#requirePassphrase(passphrase, 'passphrase');
    this.#unlock();
    return this.getStatus();
  }

  /** Unlocks the window after the system has authenticated the user in some way, such as `Touch ID`. */
  unlockBySystem(method: string): void {
    if (!this.#isLocked) return;
    this.#unlock();
    this.#options.onActivity('unlockWindowBySystem', method);
  }

  #unlock(): void {
    this.#attempts.reset();
    this.#isLocked = false;
    this.#unlocked = new AbortController();
    this.#lastInputAt = this.#options.context.now();
    this.#scheduleIdleLock();
  }

  /** Input does not keep the window open if it comes too late: the computer may have slept. */
  reportInput(): void {
    this.#scheduleIdleLock();
    this.#lastInputAt = this.#options.context.now();
  }

  close(): void {
    clearTimeout(this.#idleTimer);
  }

  async #requirePassphrase(passphrase: string | undefined, field: string): Promise<void> {
    if (!this.#isSetUp) throw new Problem('lock_not_set_up', 'Set up the lock in Settings first.');
    const reject = (code: 'passphrase_required' | 'passphrase_wrong', detail: string) => {
      throw new Problem(code, detail, { errors: [{ pointer: `/${field}`, detail }] });
    };
    if (passphrase === undefined) return reject('passphrase_required', 'Enter the current passphrase.');
    const { windowLock } = this.#options.context.passphraseWork;
    const isRight = await this.#attempts.run(async () =>
      matchesVerifier(passphrase, await this.#readVerifier(), windowLock),
    );
    if (!isRight) reject('passphrase_wrong', 'This passphrase is wrong.');
  }

  async #readVerifier(): Promise<string> {
    await this.#requireKeychain('The passphrase cannot be checked');
    const verifier = await this.#secrets.read('window-lock');
    if (typeof verifier === 'string') return verifier;
    throw new Problem(
      'lock_unavailable',
      verifier === null
        ? `The keychain of this computer does not contain the hash of the passphrase. To turn off the lock, quit Switchboard, remove “${settingsKey}” from ${getSettingsPath(this.#options.context.dataDir)}, and start Switchboard again.`
        : 'The keychain of this computer did not return the hash of the passphrase. Unlock the keychain and try again, or start Switchboard again.',
    );
  }

  async #storePassphrase(passphrase: string): Promise<void> {
    await this.#requireKeychain('The lock was not set up');
    const { windowLock } = this.#options.context.passphraseWork;
    await this.#secrets.set('window-lock', await createVerifier(passphrase, windowLock));
    await this.#requireKeychain('The lock was not set up'); // it can fail during the write
  }

  async #requireKeychain(consequence: string): Promise<void> {
    const status = await this.#options.context.keychain.check();
    if (status.kept_in === 'keychain') return;
    const detail = `${consequence}, because the keychain of this computer cannot be used. ${status.reason}`;
    throw new Problem('lock_unavailable', detail);
  }

  /** Locks the window when there has been no input for the chosen time. */
  #scheduleIdleLock(): void {
    clearTimeout(this.#idleTimer);
    const { idle_minutes } = this.#readSettings();
    if (!this.#isSetUp || this.#isLocked || idle_minutes === null) return;
    const { context, measureIdleMs } = this.#options;
    const measuredMs = measureIdleMs?.() ?? 0;
    this.#isIdleMeasured ||= measuredMs > 0;
    // The system may measure no input while the user unlocks the window with a fingerprint.
    const inputAgeMs = context.now() - this.#lastInputAt;
    const idleMs = this.#isIdleMeasured ? Math.min(inputAgeMs, measuredMs) : inputAgeMs;
    const remainingMs = idle_minutes * 60_000 - idleMs;
    if (remainingMs <= 0) return this.#lockAutomatically(`after ${formatMinutes(idle_minutes)} without input`);
    this.#idleTimer = setTimeout(() => this.#scheduleIdleLock(), Math.min(remainingMs, idleCheckMs));
    this.#idleTimer.unref();
  }

  #writeSettings(is_set_up: boolean, idle_minutes = this.#readSettings().idle_minutes): void {
    this.#options.context.settings.set(settingsKey, { is_set_up, idle_minutes });
  }

  #readSettings(): z.infer<typeof storedSettingsSchema> {
    const defaults = { is_set_up: false, idle_minutes: 5 } as const;
    return storedSettingsSchema.catch(defaults).parse(this.#options.context.settings.get(settingsKey));
  }
}

function formatMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
