import { type Result, fail, ok } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';

/** What a device answers with one of its passkeys. @source WebAuthn, AuthenticationResponseJSON */
export type PasskeyAnswer = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, never>;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
};

/** A new passkey as the device hands it over. @source WebAuthn, RegistrationResponseJSON */
export type PasskeyOffer = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, never>;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: string[];
  };
};

/** Why a device gave nothing, in words. */
export type PasskeyFailure = Extract<MessageKey, `factors.passkey-${string}`>;

type Options = Readonly<Record<string, unknown>>;

/** What a browser throws, by the standard's names. @source WebAuthn */
const WORDS: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'factors.passkey-closed',
  AbortError: 'factors.passkey-closed',
  InvalidStateError: 'factors.passkey-known',
};

function wordOf(error: unknown): PasskeyFailure {
  const { cause, name } = error as Error;
  const first = cause instanceof Error ? WORDS[cause.name] : undefined;
  return first ?? WORDS[name] ?? 'factors.passkey-failed';
}

/** The library comes when a user uses a passkey: most pages never need it. */
const library = () => import('@simplewebauthn/browser');

async function talk<Value>(
  act: (webauthn: Awaited<ReturnType<typeof library>>) => Promise<Value>,
): Promise<Result<Value, PasskeyFailure>> {
  try {
    const webauthn = await library();
    if (!webauthn.browserSupportsWebAuthn()) return fail('factors.passkey-unsupported');
    return ok(await act(webauthn));
  } catch (error) {
    return fail(wordOf(error));
  }
}

/** Asks the device for one of the passkeys the server named. */
export function askPasskey(options: Options): Promise<Result<PasskeyAnswer, PasskeyFailure>> {
  return talk(async ({ startAuthentication }) => {
    type Given = Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const optionsJSON = options as unknown as Given;
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
    const said = { clientDataJSON, authenticatorData, signature };
    return {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: userHandle === '' ? said : { ...said, userHandle },
    };
  });
}

/** Lets the device make a new passkey. */
export function makePasskey(options: Options): Promise<Result<PasskeyOffer, PasskeyFailure>> {
  return talk(async ({ startRegistration }) => {
    type Given = Parameters<typeof startRegistration>[0]['optionsJSON'];
    const optionsJSON = options as unknown as Given;
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    const said = { clientDataJSON, attestationObject };
    return {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: transports === undefined ? said : { ...said, transports },
    };
  });
}
