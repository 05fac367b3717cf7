import type { Page } from 'playwright-core';

/** A device with a finger reader, as Chromium stands one in; it signs for real. */
export type DeviceKey = {
  /** Whether the finger, face or PIN is the right one from now on. */
  recognises(isRight: boolean): Promise<void>;
  /** How many passkeys it holds. */
  count(): Promise<number>;
};

/** Gives a page a device that can hold passkeys. */
export async function addDeviceKey(page: Page): Promise<DeviceKey> {
  const line = await page.context().newCDPSession(page);
  await line.send('WebAuthn.enable');
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognises(isUserVerified) {
      await line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async count() {
      const { credentials } = await line.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
