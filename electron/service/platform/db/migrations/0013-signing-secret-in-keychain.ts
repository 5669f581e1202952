/** The secret that signs URLs is kept in the system's keychain. A new one is created there: signed URLs last an hour only. */
export const signingSecretInKeychain = {
  slug: 'signing-secret-in-keychain',
  up: 'DROP TABLE signing_key;',
} as const;
